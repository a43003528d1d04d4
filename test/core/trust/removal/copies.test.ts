import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openLedger } from "../../../../extensions/core/ledger/ledger-store.ts";
import { openTombstones } from "../../../../extensions/core/trust/tombstones/tombstone-store.ts";
import { openWorkspace } from "../../../../extensions/open-workspace.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { openToolWorld, workerTasks } from "../../../tools/tool-world.ts";

const id = "notes/lens";
const question = "When is the lens wound?";

/** A page that a person confirmed in the project and copied into the personal vault. */
const lighthouse = async () => {
  const world = await openToolWorld({ tasks: workerTasks });
  world.page(id, "# Winding the lens\n\nThe lens is wound at dusk.");
  const person = world.workspace.as("terminal");
  await person.decide({ page: id, decision: "confirm" });
  await person.promote({ id, to: "personal" });
  const again = () => openWorkspace(world.platform, { ...world.workspace.options });
  const copy = async () =>
    (await again().recall({ query: question, layer: "personal" })).hits.find((hit) => hit.id === id);
  const layer = async (name: "project" | "personal") => {
    const vault = (await world.workspace.layers()).layers.find((one) => one.layer === name);
    if (vault === undefined) throw new Error(name);
    const ledger = openLedger({ platform: world.platform, vault });
    return { vault, ledger, tombstones: openTombstones({ platform: world.platform, vault, ledger }) };
  };
  const kinds = async () => (await layer("personal")).ledger.read().events.map(({ kind }) => kind);
  return { world, person, again, copy, layer, kinds };
};

const rejected = { page: id, decision: "reject", reason: "It is wound at noon", layer: "project" } as const;

test("a restored original brings its copy back, and its tombstone is lifted there too", async () => {
  verifies("trust.removal-reaches-copies");
  const { world, person, copy, layer } = await lighthouse();
  await person.decide(rejected);
  expect(await copy()).toBeUndefined();
  const [here, there] = [await layer("project"), await layer("personal")];
  expect(there.tombstones.all()).toEqual(here.tombstones.all());
  const context = { platform: world.platform, actor: "keeper", channel: "terminal" } as const;
  await here.tombstones.lift(here.tombstones.all()[0]?.id ?? "", context);
  expect(await copy()).toBeUndefined();
  await person.decide({ page: id, decision: "restore", layer: "project" });
  expect(there.tombstones.all()).toEqual([]);
  expect(await copy()).toMatchObject({ status: "stable", labels: [] });
});

test("a copy that a person confirmed by itself stays, with a label, and they decide", async () => {
  verifies("trust.removal-reaches-copies");
  const { person, copy, layer } = await lighthouse();
  await person.decide({ page: id, decision: "confirm", layer: "personal" });
  await person.decide(rejected);
  expect(await copy()).toMatchObject({ status: "stable", labels: ["its original was rejected"] });
  expect((await layer("personal")).tombstones.all()).toEqual([]);
  expect(await person.review.queue()).toMatchObject([{ id, layer: "personal", kind: "sourceless" }]);
  await person.decide({ page: id, decision: "confirm", layer: "personal" });
  expect([(await copy())?.labels, await person.review.queue()]).toEqual([[], []]);
});

test("a copy that a tool changed is no page of its own", async () => {
  verifies("trust.removal-reaches-copies");
  const { world, person, copy } = await lighthouse();
  const file = join(world.folder, "home/.llm-wiki/wiki", `${id}.md`);
  await world.workspace.look();
  writeFileSync(file, readFileSync(file, "utf8").replace("dusk", "four"));
  await world.workspace.settle();
  expect(await copy()).toMatchObject({ status: "draft" });
  await person.decide(rejected);
  expect(await copy()).toBeUndefined();
});

test("a copy that could not be told is told when both layers are open again, once", async () => {
  verifies("trust.removal-reaches-copies");
  const { world, copy, layer, kinds, again } = await lighthouse();
  const { vault, ledger } = await layer("project");
  const context = { platform: world.platform, actor: "keeper", channel: "terminal" } as const;
  const hash = world.platform.hash(vault.files.read(`wiki/${id}.md`) ?? "");
  // As a crash leaves it right after the decision.
  await ledger.append(context, [{ kind: "retired", details: { page: id, before: hash, after: hash }, withSeen: true }]);
  expect(await copy()).toBeDefined();
  for (const session of [again(), again()]) await session.settle();
  expect(await copy()).toBeUndefined();
  expect((await kinds()).filter((kind) => kind === "original_decided")).toHaveLength(1);
});

test("a rejection by a tool reaches no copy", async () => {
  verifies("trust.removal-reaches-copies");
  const { world, copy, layer } = await lighthouse();
  const { ledger } = await layer("project");
  const context = { platform: world.platform, actor: "model", channel: "tool" } as const;
  await ledger.append(context, [{ kind: "rejected", details: { page: id, before: "a", after: "b" }, withSeen: true }]);
  await world.workspace.settle();
  expect(await copy()).toMatchObject({ labels: [] });
});

test("a copy whose original has lost its sources is withheld with it, until a person confirms the original", async () => {
  verifies("trust.removal-reaches-copies", "trust.removal-follows-lineage");
  const { world, person, again } = await lighthouse();
  const { id: source } = await world.workspace.capture({ text: "# Horn log\n\nThe horn log.\n" });
  world.page("notes/horn", "# Horn\n\nThe horn is sounded in fog.", { sources: [source] });
  await person.decide({ page: "notes/horn", decision: "confirm" });
  await person.promote({ id: "notes/horn", to: "personal" });
  const found = async () => {
    const { hits } = await again().recall({ query: "horn sounded in fog, lens wound at dusk", layer: "personal" });
    return hits.map((hit) => hit.id).sort();
  };
  expect(await found()).toEqual(["notes/horn", id]);
  await person.forget({ id: source, reason: "It held a password" });
  expect(await found()).toEqual([id]);
  await person.decide({ page: "notes/horn", decision: "confirm", layer: "project" });
  expect(await found()).toEqual(["notes/horn", id]);
});
