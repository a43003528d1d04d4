/** Files in a vault as an earlier version left them. A later version reads them, and writes them the same way. */

import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { eventRules, parseEvent, sealEvent } from "../../extensions/core/ledger/event.ts";
import { claimsIn } from "../../extensions/core/trust/tombstones/claim-digests.ts";
import {
  liftLine,
  parseTombstoneLine,
  tombstoneLine,
} from "../../extensions/core/trust/tombstones/tombstone-record.ts";
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
    revisions: "meta/revisions",
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

const tombstone =
  '{"actor":"keeper","at":"2026-11-30T12:00:00.000Z","channel":"ui","claims":["The lamp burns colza oil."],' +
  '"digests":[["00cefb4961937f1843cc751f25ed734b64836007d4418de2f9687ed5504f9dbf"]],"id":"k7m2q9k7m2q9","kind":"tombstone","page":"notes/oil","reason":"It was changed to petroleum",' +
  '"scope":"vault","sum":"sha256:dcd825e7819061366da3fee8991bb3ad68f08c53411ccd8fdc603cb9e45701a0"}';
const lift =
  '{"actor":"keeper","at":"2026-11-30T12:00:00.000Z","channel":"ui","event":"sha256:aa","id":"h4r8b2h4r8b2","kind":"lift",' +
  '"lifts":["k7m2q9k7m2q9"],"reason":"It was changed back","sum":"sha256:928f6e2fb8321852bdeffab126a1be9b2ead412ffe36bf9def6e86badcda0ffd"}';

test("a tombstone and its lift are read, and written again to the same bytes", () => {
  verifies("house.pins");
  const added = parseTombstoneLine(tombstone, rules.hash);
  if (added.kind !== "tombstone") throw new Error(`The line is ${added.kind}.`);
  expect(added.isIntact).toBe(true);
  expect(tombstoneLine(added.tombstone, rules.hash)).toBe(tombstone);
  const lifted = parseTombstoneLine(lift, rules.hash);
  if (lifted.kind !== "lift") throw new Error(`The line is ${lifted.kind}.`);
  expect(lifted.isIntact).toBe(true);
  expect(liftLine(lifted.lift, rules.hash)).toBe(lift);
});

test("a claim keeps its digests", () => {
  verifies("house.pins");
  expect(claimsIn("**The lаmp** burns\u200b colza oil.", rules.hash)).toEqual([
    ["00cefb4961937f1843cc751f25ed734b64836007d4418de2f9687ed5504f9dbf"],
  ]);
});
