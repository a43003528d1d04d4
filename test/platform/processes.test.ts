import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { testPlatform } from "../support/test-platform.ts";
import { keeper, startKeeper } from "./processes/start-keeper.ts";

const processes = 8;

const lighthouse = async () => {
  const { folder, files } = await testPlatform();
  return { root: join(folder, "vault"), files: files("vault") };
};

// An empty line is what an append leaves that looked while another's was half there.
const linesOf = (text: string | undefined): readonly string[] =>
  (text ?? "")
    .split("\n")
    .slice(0, -1)
    .filter((line) => line !== "");

const isWhole = (line: string): boolean => {
  try {
    return JSON.parse(line) !== null;
  } catch {
    return false;
  }
};

test("eight processes that append to one file lose and tear nothing", async () => {
  verifies("platform.durable-append");
  const { root, files } = await lighthouse();
  await Promise.all(Array.from({ length: processes }, (_, name) => keeper("append", root, name, 50)));
  const lines = linesOf(files.readText("log.jsonl")).map((line): { name: string; index: number } => JSON.parse(line));
  expect(lines).toHaveLength(processes * 50);
  for (let name = 0; name < processes; name += 1) {
    const own = lines.filter((line) => line.name === String(name)).map((line) => line.index);
    expect(own).toEqual(Array.from({ length: 50 }, (_, index) => index));
  }
});

test("of eight processes that create one file, one succeeds and the file is whole", async () => {
  verifies("platform.exclusive-create");
  const { root, files } = await lighthouse();
  const texts = Array.from({ length: processes }, (_, name) => String(name).repeat(10_000));
  const outcomes = await Promise.all(texts.map((text) => keeper("create", root, "wiki/lamp.md", text)));
  const winners = outcomes.flatMap(([won], name) => (won === true ? [name] : []));
  expect(winners).toHaveLength(1);
  expect(files.readText("wiki/lamp.md")).toBe(texts[winners[0] ?? -1]);
});

test("four processes that number packets never share a number", async () => {
  verifies("platform.exclusive-create");
  const { root, files } = await lighthouse();
  const made = await Promise.all(Array.from({ length: 4 }, () => keeper("packet", root, 25)));
  const numbers = made.flatMap(([own]) => (Array.isArray(own) ? own : []));
  expect(new Set(numbers).size).toBe(100);
  expect(files.list("raw")).toHaveLength(100);
});

describe("a process that is killed", () => {
  const rounds = Array.from({ length: 8 }, (_, round) => round);

  test("while writing leaves a whole file, old or new", async () => {
    verifies("platform.atomic-write");
    const { root, files } = await lighthouse();
    for (const _round of rounds) {
      const writer = await startKeeper(["writeForever", root, 2_000_000]);
      await writer.next();
      // Some work first, so that the kill falls into a write and not always into the first one.
      while (files.state("page.md") === undefined) await writer.next();
      await writer.kill();
      expect(files.readText("page.md")).toMatch(/^(\d)\1{1999999}$/);
    }
    expect(files.scan("").files.map((file) => file.path)).toEqual(["page.md"]);
  });

  test("while appending leaves whole lines, but for the one it was writing", async () => {
    verifies("platform.durable-append");
    const { root, files } = await lighthouse();
    for (const _round of rounds) {
      const before = files.state("log.jsonl")?.size ?? 0;
      const writer = await startKeeper(["appendForever", root, 3_000]);
      await writer.next();
      while ((files.state("log.jsonl")?.size ?? 0) === before) await new Promise(setImmediate);
      await writer.kill();
    }
    await files.append("log.jsonl", '{"index":-1}\n');
    const lines = linesOf(files.readText("log.jsonl"));
    expect(lines.at(-1)).toBe('{"index":-1}');
    expect(lines.filter((line) => !isWhole(line)).length).toBeLessThanOrEqual(rounds.length);
    expect(lines.filter(isWhole).length).toBeGreaterThan(rounds.length);
  });

  test("leaves half-made files only under hidden names", async () => {
    verifies("platform.atomic-write");
    const { root, files } = await lighthouse();
    const writer = await startKeeper(["writeForever", root, 4_000_000]);
    await writer.next();
    await writer.kill();
    const visible = files.list("");
    expect([[], ["page.md"]]).toContainEqual(visible);
    expect(files.scan("").files.map((file) => file.path)).toEqual(visible);
  });
});
