/**
 * The names in an archive, from its bytes read as text: what is no text in it comes out garbled, so names are found by
 * what stands around them. Pure.
 */

const nul = String.fromCharCode(0);

/** Of tar and zip archives that are not packed as a whole; none of others. */
export const archiveMembers = (text: string): readonly string[] => {
  const names = text.startsWith("PK") ? zipNames(text) : tarNames(text);
  return [...new Set(names.map((name) => name.replace(/^(?:\.?\/)+/, "")))].filter((name) => name !== "");
};

const digits = (least: number, most: number): string => `[0-7 ]{${least},${most}}`;

/** Mode, owner, group, size and time, which follow the name. */
const tarFields = new RegExp(`(?:${digits(6, 7)}${nul}){3}${digits(11, 11)}[ ${nul}]${digits(11, 11)}[ ${nul}]`, "g");
/** In bytes; longer ones are cut in the header, which still tells where they begin. */
const nameLength = 100;

const startOf = (text: string, end: number): number => {
  let at = end;
  for (let bytes = 0; at > 0 && bytes < nameLength; bytes += width(text.charCodeAt(at))) at -= 1;
  return at;
};

/** Bytes of a code unit in UTF-8; half of a pair has two of the four. */
const width = (code: number): number => {
  if (code < 0x80) return 1;
  return code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3;
};

/** Long and unusual names stand in a record before the header. */
const tarRecord = /\d+ path=([^\n]+)\n/g;

const tarNames = (text: string): readonly string[] => {
  const names = [...text.matchAll(tarFields)].map(({ index }) => {
    const field = text.slice(startOf(text, index), index);
    return field.split(nul).findLast((piece) => piece !== "") ?? "";
  });
  return names.length === 0 ? [] : [...names, ...[...text.matchAll(tarRecord)].map(([, name = ""]) => name)];
};

/** A name in the central directory stands between numbers, whose bytes are no letters but in the field after it. */
const zipNames = (text: string): readonly string[] =>
  text
    .split("PK\u0001\u0002")
    .slice(1)
    .flatMap((record) => (record.split("PK\u0005\u0006")[0] ?? "").split(/[\p{Cc}\ufffd]+/u))
    .filter((piece) => /[./]/.test(piece))
    .flatMap((piece) => [piece, piece.replace(/(?:UT|ux|up)$/, "")]);
