/** Tells a person what was altered and what became of it, in one line. Pure. */

import { visible } from "../../visible.ts";
import type { VaultTampering } from "./session-seals.ts";
import type { WatchedCall } from "./tool-call.ts";

/** Empty when nothing was found. */
export const renderTampering = (found: readonly VaultTampering[], call?: WatchedCall): string => {
  const [first] = found;
  if (first === undefined) return "";
  const subject = found.length === 1 ? placeOf(first) : `${found.length} protected files (${placeOf(first)}, …)`;
  const verb = found.length === 1 ? ` was ${damageOf(first)}` : " were altered";
  const by = call === undefined ? "" : ` by ${visible(call.tool)}${quoted(call.command)}`;
  return `${subject}${verb}${by}; ${outcomeOf(found)}`;
};

const placeOf = ({ root, path, line }: VaultTampering): string =>
  `${visible(`${root}/${path}`)}${line === 0 ? "" : ` line ${line}`}`;

const damages: Readonly<Record<VaultTampering["was"], string>> = {
  changed: "changed",
  removed: "removed",
  added: "put among captured sources",
  cut: "cut off",
  edited: "edited",
  reordered: "put out of order",
  junk: "written into",
};

const damageOf = ({ was }: VaultTampering): string => damages[was];

const longest = 60;

const quoted = (command: string): string => {
  const [line = ""] = visible(command).trim().split("\n");
  if (line === "") return "";
  const letters = [...line];
  return ` (${letters.length > longest ? `${letters.slice(0, longest).join("")}…` : line})`;
};

const outcomeOf = (found: readonly VaultTampering[]): string => {
  const failed = found.filter(({ problem }) => problem !== undefined);
  if (failed.length > 0) {
    const those = found.length === 1 ? "it could not be put right" : `${failed.length} could not be put right`;
    return `${those}: ${failed[0]?.problem ?? ""}`;
  }
  const kept = found.flatMap((one) => (one.kept === undefined ? [] : [folderOf(one)]));
  const what = found.length === 1 && found[0]?.was === "added" ? "it was taken out" : "what was sealed was put back";
  return kept.length === 0 ? `${what}.` : `${what}, and what was found is kept in ${kept[0]}.`;
};

/** `outputs/tampered/<check>`. */
const folderOf = ({ kept = "" }: VaultTampering): string => kept.split("/").slice(0, 3).join("/");
