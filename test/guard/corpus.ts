/** The rows of the guard corpora, with their placeholders filled for a world. */

import { readFileSync } from "node:fs";
import type { ScratchWorld } from "./scratch-world.ts";

export interface CommandRow {
  readonly id: string;
  readonly class: string;
  /** `static`: the text, the folder and the disk tell what is hit; `dynamic`: only running it does. */
  readonly detect: "static" | "dynamic" | "none";
  readonly command: string;
  readonly cwd: string;
  readonly note: string;
}

export interface ToolRow {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
  readonly cwd: string;
  readonly expect: "block" | "allow" | "block-on-case-insensitive-fs";
}

const rowsOf = <Row>(name: string): readonly Row[] =>
  readFileSync(new URL(`../fixtures/guard/${name}.jsonl`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

export const commandRows = (kind: "attacks" | "benign"): readonly CommandRow[] => [
  ...rowsOf<CommandRow>(kind),
  ...rowsOf<CommandRow>(`more-${kind}`),
  ...(kind === "benign" ? rowsOf<CommandRow>("daily-benign") : []),
];

export const toolRows = (kind: "attacks" | "benign"): readonly ToolRow[] => rowsOf(`tool-${kind}`);

/** In shell commands `$HOME` is left to the shell. */
export const filledCommand = (text: string, world: ScratchWorld): string =>
  text
    .replace(/\$(PROJECT|OTHER|OUTSIDE|TMP)\b/g, (_whole, name: string) => places(world)[name] ?? "")
    .replaceAll("$ABSHOME", () => world.home);

export const filled = <Value>(value: Value, world: ScratchWorld): Value =>
  JSON.parse(
    JSON.stringify(value).replace(
      /\$(PROJECT|OTHER|OUTSIDE|TMP|HOME)\b/g,
      (_whole, name: string) => places(world)[name] ?? "",
    ),
  );

const places = ({ home, project, other, outside, temporary }: ScratchWorld): Readonly<Record<string, string>> => ({
  PROJECT: project,
  OTHER: other,
  OUTSIDE: outside,
  TMP: temporary,
  HOME: home,
});
