/** Makes a file's name safe for every system that a vault may be checked out on. Pure. */

const maxBytes = 120;
const maxExtension = 16;

// Separators, controls, and what Windows forbids.
const forbidden = /[\p{Cc}<>:"/\\|?*]+/gu;
// Characters that hide text or turn it around; joiners stay, since scripts and emoji need them.
const invisible = /[\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}\p{Cs}]/gu;

const windowsDevice = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Never empty, hidden, reserved or long; the extension survives. */
export const safeName = (name: string): string => {
  const plain = name.normalize("NFC").replace(invisible, "").replace(forbidden, "-").replace(/^\.+/, "_").trim();
  const short = shorten(plain).replace(/[. ]+$/, "");
  if (/^[-_]*$/.test(short)) return "source";
  return windowsDevice.test(short) ? `_${short}` : short;
};

const shorten = (name: string): string => {
  const encoder = new TextEncoder();
  const size = (text: string): number => encoder.encode(text).length;
  if (size(name) <= maxBytes) return name;
  const dot = name.lastIndexOf(".");
  const extension = dot > 0 && name.length - dot <= maxExtension ? name.slice(dot) : "";
  const room = maxBytes - size(extension);
  let stem = "";
  let used = 0;
  for (const character of name.slice(0, name.length - extension.length)) {
    used += size(character);
    if (used > room) break;
    stem += character;
  }
  return stem.trimEnd() + extension;
};

/** One line without control characters, at most 200 characters: a title as it may stand anywhere. */
export const safeTitle = (title: string): string => {
  const line = title
    .normalize("NFC")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replace(invisible, "")
    .trim();
  const characters = [...line];
  return characters.length <= 200 ? line : `${characters.slice(0, 199).join("").trimEnd()}…`;
};
