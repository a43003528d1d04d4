/** Makes file names of titles: readable in every script, safe on every file system. Pure. */

const maxUnits = 80;
const maxBytes = 200;

/** Names that Windows keeps for devices, with any extension. */
const deviceName = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/;

/** Two titles may have the same slug; whoever stores a page finds a free name. */
export const slugify = (title: string): string => {
  const words = foldWidths(title)
    .toLowerCase()
    .normalize("NFC")
    // A mark that follows no letter, as in many emoji, belongs to no word.
    .replace(/[^\p{L}\p{N}\p{M}][^\p{L}\p{N}]*/gu, "-");
  const slug = cut(words.replace(/^[^\p{L}\p{N}]+/u, "")).replace(/-$/, "");
  if (slug === "") return "untitled";
  if (deviceName.test(slug)) return `_${slug}`;
  return slug === "index" || slug === "log" ? `${slug}-page` : slug;
};

/** Full-width letters, digits and signs as the plain ones that they look like. */
const foldWidths = (text: string): string =>
  text.replace(/[\u3000\uFF01-\uFF5E\uFFE0-\uFFEE]+/g, (wide) => wide.normalize("NFKC"));

/** At most 80 UTF-16 units and 200 bytes, whole characters only. */
const cut = (text: string): string => {
  let units = 0;
  let bytes = 0;
  for (const character of text) {
    units += character.length;
    bytes += byteLength(character);
    if (units > maxUnits || bytes > maxBytes) return text.slice(0, units - character.length);
  }
  return text;
};

const byteLength = (character: string): number => {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
};
