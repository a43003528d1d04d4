/**
 * Zero leaks: pages in every withheld state, asked for on every read path with every option, beside a page that is there
 * to be found. What is asked for by name (`include`) is shown with its label and nothing else is.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Included } from "../../../extensions/core/recall/admission.ts";
import type { Workspace } from "../../../extensions/workspace.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { either } from "../../storm/storm.ts";
import { openToolWorld, type ToolWorld } from "../../tools/tool-world.ts";

type State = "deprecated" | "candidate" | "rejected" | "retired" | "shadow" | "other-task" | "expired" | "future";

/** What shows a page in this state all the same. */
const shownBy: Readonly<Record<State, readonly Included[]>> = {
  deprecated: ["deprecated"],
  candidate: ["deprecated"],
  rejected: ["rejected"],
  retired: ["deprecated", "shadow"],
  shadow: ["shadow"],
  "other-task": [],
  expired: [],
  future: [],
};

const states = Object.keys(shownBy) as State[]; // The keys of its type.
const types = ["decision", "pitfall", "procedure"] as const;

const frontMatter = (state: State): Readonly<Record<string, unknown>> => {
  switch (state) {
    case "deprecated":
      return { status: "deprecated" };
    case "candidate":
      return { status: "superseded" };
    case "shadow":
      return { confidence_level: "shadow" };
    case "other-task":
      return { task_id: "T-99" };
    case "expired":
      return { valid_until: "2026-01-01T00:00:00Z" };
    case "future":
      return { valid_from: "2027-01-01T00:00:00Z" };
    case "rejected":
    case "retired":
      return {};
  }
};

const idOf = (state: State, type: string): string => `notes/${state}-${type}`;

const build = async (): Promise<ToolWorld> => {
  const world = await openToolWorld();
  for (const type of types) {
    const text = (subject: string): string =>
      `# The ${subject} lens\n\nThe lens of the lighthouse is ground by ${subject}.`;
    for (const state of states) {
      world.page(idOf(state, type), text(`${state} ${type}`), { type, ...frontMatter(state) });
    }
    world.page(
      `notes/control-${type}`,
      `${text(`control ${type}`)} [[${idOf("deprecated", type)}]] [[${idOf("rejected", type)}]]`,
      { type },
    );
  }
  const person = world.workspace.as("ui");
  for (const type of types) {
    await person.decide({
      page: idOf("rejected", type),
      decision: "reject",
      reason: "Wrong",
      claim: `rejected ${type} alone`,
    });
    await person.decide({
      page: idOf("retired", type),
      decision: "retire",
      reason: "Over",
      claim: `retired ${type} alone`,
    });
  }
  return world;
};

interface Asked {
  readonly path: "recall" | "hops" | "tool" | "inject" | "near";
  readonly include: readonly Included[];
  readonly types: readonly string[];
  readonly limit: number;
  readonly query: string;
  readonly layer: "project" | undefined;
}

const idsFrom = async (
  { path, ...asked }: Asked,
  world: ToolWorld,
  workspace: Workspace,
): Promise<readonly string[]> => {
  const { layer, query, include, limit, types: wanted } = asked;
  const options = { query, include, limit, types: wanted, ...(layer === undefined ? {} : { layer }) };
  switch (path) {
    case "recall":
      return (await workspace.recall(options)).hits.map(({ id }) => id);
    case "hops":
      return (await workspace.recall({ ...options, hops: 3 })).hits.map(({ id }) => id);
    case "tool": {
      const { text } = await world.call("wiki_recall", {
        query,
        limit,
        include,
        ...(wanted.length === 0 ? {} : { types: wanted }),
      });
      return [...text.matchAll(/^\[\[(notes\/[^\]]+)\]\]/gm)].map(([, id = ""]) => id);
    }
    case "inject":
      return (await workspace.inject(query)).pages.map(({ id }) => id);
    case "near":
      return [
        ...(await workspace.near(query, "suggest", limit)),
        ...(await workspace.near(query.slice(4, 9), "complete", limit)),
      ];
  }
};

const mayBeShown = (id: string, { path, include }: Asked): boolean => {
  const state = states.find((one) => id.startsWith(`notes/${one}-`));
  if (state === undefined) return true;
  const isAsked = path === "recall" || path === "hops" || path === "tool";
  const needed = shownBy[state];
  return isAsked && needed.length > 0 && needed.every((one) => include.includes(one));
};

const runs = either({ short: 3_000, long: 20_000 });

test("no withheld page leaks over thousands of combinations of state, path and option", {
  timeout: 300_000,
}, async () => {
  verifies("trust.no-leaks");
  const world = await build();
  const { workspace } = world;
  const subjects = [...states, "control", "lighthouse lens"];
  const asked = fc.record({
    path: fc.constantFrom<Asked["path"]>("recall", "hops", "tool", "inject", "near"),
    include: fc.subarray<Included>(["deprecated", "rejected", "shadow"]),
    types: fc.subarray<string>([...types]),
    limit: fc.integer({ min: 1, max: 20 }),
    query: fc
      .tuple(fc.constantFrom(...subjects), fc.constantFrom(...types))
      .map(([one, two]) => `The ${one} lens is ground by ${one} ${two}`),
    layer: fc.constantFrom<Asked["layer"]>("project", undefined),
  });
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(asked, async (one) => {
      const ids = await idsFrom(one, world, workspace);
      for (const id of ids) seen.set(`${one.path} ${id}`, (seen.get(`${one.path} ${id}`) ?? 0) + 1);
      expect(ids.filter((id) => !mayBeShown(id, one))).toEqual([]);
      expect(ids.length).toBeLessThanOrEqual(one.path === "hops" ? 20 + one.limit : 20);
    }),
    { numRuns: runs },
  );
  // The controls: what may be shown is, on each path, and what is asked for by name as well.
  for (const path of ["recall", "hops", "tool", "inject", "near"])
    expect(seen.get(`${path} notes/control-decision`)).toBeGreaterThan(0);
  for (const state of states.filter((one) => shownBy[one].length > 0))
    expect(seen.get(`recall ${idOf(state, "pitfall")}`)).toBeGreaterThan(0);
});
