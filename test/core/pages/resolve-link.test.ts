import { expect, test } from "vitest";
import { extractLinks } from "../../../extensions/core/pages/links.ts";
import { linkTargets, resolveLink } from "../../../extensions/core/pages/resolve-link.ts";
import { verifies } from "../../acceptance/verifies.ts";

const named = (id: string, title = id.slice(id.lastIndexOf("/") + 1), aliases: string[] = []) => ({
  id,
  title,
  aliases,
});

const harbour = [
  named("concepts/fog", "Fog"),
  named("concepts/fog-horn", "The fog horn", ["Typhon"]),
  named("entities/Ada", "Ada the keeper"),
  named("notes/deep/lamp", "Lamp: stops"),
  named("notes/lamp", "Lamp"),
  named("notes/ci", "CI/CD"),
  named("notes/cafe\u0301".normalize("NFC")),
  named("sources/SRC-2026-11-30-001", "Keeper's log"),
  named("notes/oil", "Oil", ["Fuel"]),
  named("concepts/fuel-tank", "Fuel tank", ["fuel"]),
];
const packets = ["SRC-2026-11-30-001", "SRC-2026-11-30-002", "TRJ-2026-11-30-001"];
const known = linkTargets(harbour, packets);

const resolve = (body: string, from = "notes/start") =>
  extractLinks(body).map((link) => resolveLink(link, from, known));
const ids = (body: string, from?: string) => resolve(body, from).map(({ id }) => id);

test("an id is found as it is written, with .md, a slash or wiki/ before it", () => {
  verifies("pages.links");
  expect(ids("[[concepts/fog]] [[/concepts/fog]] [[wiki/concepts/fog.md]] [[notes/cafe\u0301]]")).toEqual([
    "concepts/fog",
    "concepts/fog",
    "concepts/fog",
    "notes/café",
  ]);
});

test("a Markdown path is relative to its page, or to the wiki", () => {
  verifies("pages.links");
  expect(ids("[a](lamp.md) [b](../concepts/fog.md) [c](/concepts/fog.md) [d](./deep/lamp.md)")).toEqual([
    "notes/lamp",
    "concepts/fog",
    "concepts/fog",
    "notes/deep/lamp",
  ]);
  expect(ids("[a](lamp.md) [b](../ci.md) [c](../../concepts/fog.md)", "notes/deep/lamp")).toEqual([
    "notes/deep/lamp",
    "notes/ci",
    "concepts/fog",
  ]);
  expect(ids("[a](concepts/fog.md) [b](/wiki/concepts/fog.md)")).toEqual(["concepts/fog", "concepts/fog"]);
  expect(ids("[a](../../concepts/fog.md) [b](../../../etc/fog.md)")).toEqual([undefined, undefined]);
});

test("a name alone is found by file name, title or alias when it is unique", () => {
  verifies("pages.bare-names");
  expect(ids("[[Fog Horn]] [[the fog horn]] [[typhon]] [[Lamp: stops]] [[CI/CD]] [[fog]] [x](fog-horn.md)")).toEqual([
    "concepts/fog-horn",
    "concepts/fog-horn",
    "concepts/fog-horn",
    "notes/deep/lamp",
    "notes/ci",
    "concepts/fog",
    "concepts/fog-horn",
  ]);
  expect(ids("[[nobody]] [[!!!]] [[concepts/nobody]]")).toEqual([undefined, undefined, undefined]);
});

test("a name that means more than one page leads nowhere, and says what it could mean", () => {
  verifies("pages.bare-names");
  expect(resolve("[[lamp]] [[fuel]]")).toEqual([
    { id: undefined, candidates: ["notes/deep/lamp", "notes/lamp"] },
    { id: undefined, candidates: ["concepts/fuel-tank", "notes/oil"] },
  ]);
});

test("another case is found when nothing else fits", () => {
  expect(ids("[[entities/ada]] [[Concepts/Fog]]")).toEqual(["entities/Ada", "concepts/fog"]);
  const twins = linkTargets([named("notes/Lamp"), named("notes/LAMP")]);
  const [link] = extractLinks("[[notes/lamp]]");
  expect(link && resolveLink(link, "a", twins)).toEqual({ id: undefined, candidates: ["notes/LAMP", "notes/Lamp"] });
});

test("a packet is found by its page, else by its id", () => {
  verifies("pages.packet-links");
  expect(
    ids(`[[sources/SRC-2026-11-30-001]] [[SRC-2026-11-30-001]] [[sources/SRC-2026-11-30-002]]
[[trajectories/TRJ-2026-11-30-001]] [[TRJ-2026-11-30-009]]
[raw](../../raw/sources/SRC-2026-11-30-001/extracted.md) [s](/sources/SRC-2026-11-30-001.md)`),
  ).toEqual([
    "sources/SRC-2026-11-30-001",
    "sources/SRC-2026-11-30-001",
    "SRC-2026-11-30-002",
    "TRJ-2026-11-30-001",
    undefined,
    "SRC-2026-11-30-001",
    "sources/SRC-2026-11-30-001",
  ]);
});
