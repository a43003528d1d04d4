import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { type Clone, clonesOf } from "../core/sync/clones.ts";
import { bundleOnce } from "../support/bundle.ts";
import { templatesRoot } from "../tools/tool-world.ts";
import type { CloneOptions } from "./clone-process.ts";
import { either } from "./storm.ts";

const program = new URL("./clone-process.ts", import.meta.url);
const count = either({ short: 5, long: 200 });

/** The marks of the changes that a clone made. */
const work = async (clone: Clone, name: string, shared: string): Promise<readonly string[]> => {
  const { folder, variables } = clone;
  const options: CloneOptions = {
    folder,
    templatesRoot,
    variables,
    name,
    count,
    every: either({ short: 5, long: 20 }),
    shared,
  };
  const child = spawn(process.execPath, [await bundleOnce(program), JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"] },
  });
  const [said, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  if (code !== 0) throw new Error(complaint);
  return said.split("\n").filter((line) => line !== "");
};

const textsOf = (clone: Clone): string => {
  const root = join(clone.folder, ".llm-wiki");
  return ["wiki", "raw", "meta/revisions"]
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
};

const linesOf = (clone: Clone): readonly string[] => clone.read("meta/events.jsonl").split("\n").sort();

test("four clones that change one vault at the same time lose nothing, and all chains verify", async () => {
  verifies("sync.crowd");
  const clones = await clonesOf(["ada", "ben", "cyd", "dot"]);
  const [first] = clones;
  if (first === undefined) throw new Error("There is no clone.");
  const { id } = await first.session("tool").note({ title: "What was seen", type: "general", text: "Seen by all." });
  for (const clone of clones) await clone.session().sync();
  const shared = `wiki/${id}.md`;
  const marks = await Promise.all(clones.map((clone, at) => work(clone, `clone${at}`, shared)));
  for (const clone of [...clones, ...clones]) expect(await clone.session().sync()).toMatchObject([{ state: "synced" }]);
  for (const clone of clones) {
    const there = textsOf(clone);
    expect(marks.flat().filter((mark) => !there.includes(mark))).toEqual([]);
    const { findings } = await clone.session().verify();
    expect(findings).toEqual([]);
    expect(linesOf(clone)).toEqual(linesOf(first));
    expect(clone.git("status", "--porcelain")).toBe("");
    expect(clone.git("rev-parse", "HEAD")).toBe(first.git("rev-parse", "HEAD"));
  }
  expect(marks.flat().length).toBe(4 * count);
}, 1_800_000);
