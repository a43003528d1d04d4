/** Chooses the id of an imported page: its place in the folder it comes from, below the folder of its type. Pure. */

import { folderOfType } from "../../pages/page-types.ts";
import { foldId } from "../page-files.ts";

/** Bytes of a name that every file system takes, with room for `.md` and a number. */
const maxNameBytes = 240;

/** The id without regard to others. */
export const wantedId = (path: string, type: string): string => {
  const folder = folderOfType(type);
  const names = path
    .replace(/\.(md|markdown)$/i, "")
    .normalize("NFC")
    .split("/")
    .map((name, index, all) => {
      const clean = cleanName(cutToBytes(name));
      return index === all.length - 1 ? unreserved(clean) : clean;
    });
  // A folder that is arranged like a vault keeps its arrangement.
  const inPages = names.length > 2 && names[0] === "wiki" && names[1] === folder ? names.slice(1) : names;
  const below = inPages.length > 1 && inPages[0] === folder ? inPages.slice(1) : inPages;
  return [folder, ...below].join("/");
};

/** The id, or the same with a number where it is taken. */
export const freeId = (id: string, isTaken: (foldedId: string) => boolean): string => {
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? id : `${id}-${count}`;
    if (!isTaken(foldId(candidate))) return candidate;
  }
};

/** What Windows forbids in a name, and what ends the name of a page in a link. */
const unfit = /[\p{Cc}\\<>:"|?*[\]#^]+/gu;

/** Names that Windows keeps for devices, whatever follows a dot. */
const deviceName = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)/i;

/** As it is, where every file system and every link takes it. */
const cleanName = (name: string): string => {
  const plain = name.replace(unfit, "-").replace(/^\.+|[. ]+$/g, "");
  if (plain === "") return "untitled";
  return deviceName.test(plain) ? `_${plain}` : plain;
};

const unreserved = (name: string): string => (/^(index|log)$/i.test(name) ? `${name}-page` : name);

const cutToBytes = (name: string): string => {
  let bytes = 0;
  let kept = "";
  for (const character of name) {
    bytes += utf8Length(character);
    if (bytes > maxNameBytes) return kept;
    kept += character;
  }
  return kept;
};

const utf8Length = (character: string): number => {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
};
