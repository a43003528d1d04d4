/**
 * `bench:check`: holds recall and automatic recall to the floors in floors.json, on the committed set always and on the
 * sets of `--data DIR` too. Prints what fell below, and exits 1 when anything did.
 */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { piWiki } from "./engines/pi-wiki.ts";
import { measureInjection } from "./inject.ts";
import { openRows, type Row, say } from "./output/rows.ts";
import { measureEngine } from "./recall.ts";
import { type EvalSet, readSet, setFolders } from "./sets/eval-set.ts";
import { type Fallen, type Floors, fallenBelow, type SetFloors } from "./sets/floors.ts";

const committedSets = fileURLToPath(new URL("../../test/fixtures/bench", import.meta.url));
const floorsFile = fileURLToPath(new URL("floors.json", import.meta.url));

export const main = async (words: readonly string[]): Promise<number> => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      data: { type: "string" },
      floors: { type: "string", default: floorsFile },
      json: { type: "boolean", default: false },
    },
  });
  const floors = JSON.parse(readFileSync(values.floors, "utf8")) as Floors; // Our own file, or one written like it.
  const folders = [...setFolders(committedSets), ...(values.data === undefined ? [] : setFolders(values.data))];
  const rows = openRows(values);
  let fallen = 0;
  for (const folder of folders) {
    for (const one of await checkSet(folder, floors)) {
      rows.print({ ...one });
      fallen += 1;
    }
  }
  rows.end();
  say(fallen === 0 ? "Nothing fell below its floor." : `${fallen} figures fell below their floors.`);
  return fallen === 0 ? 0 : 1;
};

/** How each group of floors of a set is measured. */
const variants: Readonly<Record<keyof SetFloors, (folder: string) => Promise<Row>>> = {
  recall: (folder) => recallRow(readSet(folder, { triggers: false }), false),
  recall_triggers: (folder) => recallRow(readSet(folder, { triggers: true }), false),
  recall_typos: (folder) => recallRow(readSet(folder, { triggers: false }), true),
  inject: (folder) => measureInjection(readSet(folder, { triggers: false })),
  inject_triggers: (folder) => measureInjection(readSet(folder, { triggers: true })),
};

const checkSet = async (folder: string, floors: Floors): Promise<readonly Fallen[]> => {
  const { name } = readSet(folder, { triggers: false });
  const own = floors[name];
  if (own === undefined) {
    say(`${name} has no floors.`);
    return [];
  }
  const fallen: Fallen[] = [];
  for (const [variant, measure] of Object.entries(variants)) {
    const wanted = own[variant as keyof SetFloors]; // The keys of the table above.
    if (wanted === undefined) continue;
    fallen.push(...fallenBelow(await measure(folder), wanted, { set: name, check: variant }));
  }
  return fallen;
};

const recallRow = async (set: EvalSet, typos: boolean): Promise<Row> => {
  const options = { engine: "pi-wiki", limit: Number.POSITIVE_INFINITY, typos, kinds: false } as const;
  const [row] = await measureEngine(piWiki, set, options);
  if (row === undefined) throw new Error(`${set.name} gave no figures.`);
  return row;
};
