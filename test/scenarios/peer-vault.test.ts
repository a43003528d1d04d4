import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { contentOf, found, type Harbour, openHarbour } from "./harbour.ts";

const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/vaults/${name}`, import.meta.url));

const setFormat = (config: string, format: string | undefined): void => {
  const { knowledge_format, ...rest } = JSON.parse(readFileSync(config, "utf8"));
  const text = JSON.stringify(format === undefined ? rest : { ...rest, knowledge_format: format }, null, 2);
  if (knowledge_format !== format) writeFileSync(config, `${text}\n`);
};

/** Puts the parts of a vault in the older layout: beside the folder with the config, not in it. */
const spreadOut = (project: string): void => {
  renameSync(join(project, ".llm-wiki"), join(project, ".moving"));
  mkdirSync(join(project, ".wiki"));
  for (const part of ["raw", "wiki", "meta"]) renameSync(join(project, ".moving", part), join(project, part));
  renameSync(join(project, ".moving/config.json"), join(project, ".wiki/config.json"));
};

const gather = (project: string): void => {
  mkdirSync(join(project, ".llm-wiki"));
  for (const part of ["raw", "wiki", "meta"]) renameSync(join(project, part), join(project, ".llm-wiki", part));
  renameSync(join(project, ".wiki/config.json"), join(project, ".llm-wiki/config.json"));
};

interface PeerVault {
  readonly fixture: string;
  readonly move?: (project: string) => void;
  readonly config: string;
  readonly format: string | undefined;
  readonly query: string;
  readonly page: string;
}

const older = ".wiki/config.json";
const current = ".llm-wiki/config.json";
const bakery = { fixture: "bakery-dot-wiki", query: "gummy rye sour", page: "concepts/rye-sour" };
const lighthouse = { fixture: "lighthouse-okf", query: "fresnel lens", page: "concepts/fresnel-lens" };

const vaults: Readonly<Record<string, PeerVault>> = {
  "the older layout and the legacy format": { ...bakery, config: older, format: undefined },
  "the newer layout and the legacy format": { ...bakery, move: gather, config: current, format: undefined },
  "the newer layout and okf-0.2": { ...lighthouse, config: current, format: "okf-0.2" },
  "the older layout and okf-0.2": { ...lighthouse, move: spreadOut, config: older, format: "okf-0.2" },
};

const openPeer = async ({ fixture: name, move, config, format }: PeerVault): Promise<Harbour> => {
  const harbour = await openHarbour({ vault: false });
  cpSync(fixture(name), harbour.project, { recursive: true });
  move?.(harbour.project);
  setFormat(join(harbour.project, config), format);
  return harbour;
};

/** The report and the list of gaps are what lint is asked for. */
const withoutReport = (content: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(content).filter(([path]) => !/lint-report\.md$|gaps\.json$/.test(path)));

describe.each(Object.entries(vaults))("a vault of pi-llm-wiki in %s", (_, peer) => {
  test("is recalled from and looked at, and stays as it is to the byte", async () => {
    verifies("scenario.peer-untouched");
    const harbour = await openPeer(peer);
    const before = contentOf(harbour.project);
    const session = harbour.session();
    await session.warm();
    expect((await found(session, peer.query))[0]).toBe(peer.page);
    expect((await session.status()).vaults[0]).toMatchObject({ layer: "project", exists: true });
    // One of the fixtures has a damaged line in its ledger.
    const { findings } = await session.verify();
    expect(findings.filter(({ severity, code }) => severity === "error" && code !== "ledger-damaged")).toEqual([]);
    await session.look();
    await session.settle();
    expect(contentOf(harbour.project)).toEqual(before);
    expect((await session.lint()).findings.filter(({ code }) => code === "unreadable")).toEqual([]);
    expect(withoutReport(contentOf(harbour.project))).toEqual(withoutReport(before));
  });

  test("takes a note beside its pages, none of which changes", async () => {
    verifies("scenario.peer-untouched");
    const harbour = await openPeer(peer);
    const before = contentOf(harbour.project);
    const session = harbour.session();
    const { id } = await session.note({ title: "Ash", type: "lesson", text: "The ash is swept at noon." });
    await session.settle();
    expect(await found(harbour.session(), "ash swept noon")).toContain(id);
    const after = contentOf(harbour.project);
    const owned = Object.entries(before).filter(([path]) => !/(^|\/)meta\/|(^|\/)(index|log)\.md$/.test(path));
    for (const [path, text] of owned) {
      // A vault without an id is given one; nothing else of its config changes.
      if (path.endsWith("config.json")) expect(JSON.parse(after[path] ?? "")).toMatchObject(JSON.parse(text));
      else expect([path, after[path]]).toEqual([path, text]);
    }
    const ledger = Object.keys(before).find((path) => path.endsWith("meta/events.jsonl")) ?? "";
    expect(after[ledger]?.startsWith(before[ledger] ?? "-")).toBe(true);
  });
});
