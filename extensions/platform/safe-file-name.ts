/** Makes a person's name fit to be a file name on every system. */

const maxCharacters = 64;

// Windows keeps these names for devices, whatever follows a dot.
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Letters, digits, `.`, `_` and `-` of any script stay; empty when nothing is left. */
export const safeFileName = (name: string): string => {
  const plain = name
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, "-")
    .replace(/^[-.]+/, "");
  const short = Array.from(plain)
    .slice(0, maxCharacters)
    .join("")
    .replace(/[-.]+$/, "");
  return deviceName.test(short) ? `_${short}` : short;
};
