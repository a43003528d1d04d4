/** Unpacking: the folder that members land in, and where each of them would, as far as the archive can be read. */

import type { Call } from "../../shell.ts";
import { activated, globPattern, isUnknown } from "../../text.ts";
import { archiveMembers } from "./archive-members.ts";

interface Unpacking {
  /** Undefined where it comes through a pipe or from elsewhere. */
  readonly archive: string | undefined;
  /** Where it is unpacked, as written. */
  readonly folder: string;
  /** Patterns of the members that are asked for; all without one. */
  readonly only?: readonly string[];
  readonly except?: readonly string[];
  /** How many leading names are dropped. */
  readonly strip?: number;
}

const mostBytes = 2 * 1024 * 1024;

export const unpackInto = (call: Call, { archive, folder, only = [], except = [], strip = 0 }: Unpacking): void => {
  const { shell, state } = call;
  shell.touch(folder, "into", state);
  for (const member of only) shell.touch(inFolder(folder, member), "entry", state);
  if (archive === undefined || isUnknown(archive) || isUnknown(folder) || shell.isOver) return;
  // Where nothing is protected, members harm nothing.
  if (shell.sealedBelow(shell.placeOf(folder, state)).length === 0) return;
  const text = shell.paths.text(shell.placeOf(archive, call.state), mostBytes) ?? "";
  for (const member of archiveMembers(text)) {
    if ((only.length > 0 && !only.some(fits(member))) || except.some(fits(member))) continue;
    const name = member.split("/").slice(strip).join("/");
    if (name !== "") shell.touch(inFolder(folder, name), "entry", state);
  }
};

const inFolder = (folder: string, name: string): string => (name.startsWith("/") ? name : `${folder}/${name}`);

/** A folder stands for all in it, and `*` passes over slashes. */
const fits =
  (member: string) =>
  (pattern: string): boolean => {
    const plain = pattern.replace(/^(?:\.?\/)+|\/+$/g, "");
    return globPattern(activated(`${plain}/`) + activated("*"), { acrossSlash: true }).test(`${member}/`);
  };
