/** Files in a vault as an earlier version left them. A later version reads them, and writes them the same way. */

import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { eventRules, parseEvent, sealEvent } from "../../extensions/core/ledger/event.ts";
import { parseConfig, renderConfig } from "../../extensions/core/vault/config.ts";
import { vaultFolder, vaultPaths } from "../../extensions/core/vault/layout.ts";
import { verifies } from "../acceptance/verifies.ts";

const rules = eventRules((content) => createHash("sha256").update(content).digest("hex"));

test("the parts of a vault keep their places", () => {
  verifies("house.pins");
  expect(vaultFolder).toBe(".llm-wiki");
  expect(vaultPaths.current).toEqual({
    config: "config.json",
    schema: "WIKI_SCHEMA.md",
    templates: "templates",
    gitignore: ".gitignore",
    gitattributes: ".gitattributes",
    raw: "raw",
    sources: "raw/sources",
    trajectories: "raw/trajectories",
    conversations: "raw/conversations",
    wiki: "wiki",
    tasks: "tasks",
    meta: "meta",
    events: "meta/events.jsonl",
    tombstones: "meta/tombstones.jsonl",
    telemetry: "meta/telemetry",
    taskBindings: "meta/task_bindings",
    registry: "meta/registry.json",
    backlinks: "meta/backlinks.json",
    index: "meta/index.md",
    log: "meta/log.md",
    lintReport: "meta/lint-report.md",
    outputs: "outputs",
    gaps: ".discoveries/gaps.json",
  });
});

const config = `{
  "name": "Harbour light",
  "topic": "Harbour light",
  "created": "2026-11-30",
  "version": "1.0",
  "vault_id": "harbourlight01",
  "knowledge_format": "legacy",
  "x-other-tool": true
}
`;

test("a config.json is read, and written back byte for byte", () => {
  verifies("house.pins");
  const parsed = parseConfig(config);
  expect(parsed.config).toMatchObject({ name: "Harbour light", vault_id: "harbourlight01" });
  expect(parsed.config && renderConfig(parsed.config)).toBe(config);
});

const first =
  '{"actor":"keeper","after":"sha256:aa","channel":"tool","hash":"sha256:36d55b3476f454e56be1d4d5e926f5ba78e15bb5095f5bec06e63bbfb9beb56b",' +
  '"kind":"page_created","page":"notes/harbour-light","prev":null,"seq":0,"timestamp":"2026-11-30T12:00:00.000Z","writer":"keeper-k7m2q9"}';
const second =
  '{"actor":"keeper","after":"sha256:bb","before":"sha256:aa","channel":"tool","hash":"sha256:197d82883c020fa3ea54dd84254d9639537416b4e4da4d28679fecc3ea30c4cc",' +
  '"kind":"page_edited","page":"notes/harbour-light","prev":"sha256:36d55b3476f454e56be1d4d5e926f5ba78e15bb5095f5bec06e63bbfb9beb56b","seq":1,"timestamp":"2026-11-30T12:00:00.000Z","writer":"keeper-k7m2q9"}';

test("a line of the ledger is read, and sealed again to the same bytes", () => {
  verifies("house.pins");
  const opened = parseEvent(first, rules);
  if (opened.state !== "event") throw new Error(`The line is ${opened.state}.`);
  const { seq, prev, hash: _hash, ...body } = opened.event;
  expect(body).toEqual({
    kind: "page_created",
    timestamp: "2026-11-30T12:00:00.000Z",
    details: { page: "notes/harbour-light", after: "sha256:aa" },
    actor: "keeper",
    channel: "tool",
    writer: "keeper-k7m2q9",
  });
  expect(sealEvent(body, { link: { seq, prev }, rules, mac: undefined }).line).toBe(first);
});

test("the ledger's second line follows the first by its hash", () => {
  verifies("house.pins");
  const [one, two] = [first, second].map((line) => parseEvent(line, rules));
  if (one?.state !== "event" || two?.state !== "event") throw new Error("A line is no event.");
  expect([two.event.seq, two.event.prev]).toEqual([1, one.event.hash]);
});
