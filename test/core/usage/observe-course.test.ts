import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { loadParser, type Parse } from "../../../extensions/core/guard/shell/parser.ts";
import { usualTestCommands } from "../../../extensions/core/usage/command-patterns.ts";
import type { CourseStep } from "../../../extensions/core/usage/course.ts";
import { type CourseRules, openObserver } from "../../../extensions/core/usage/observe-course.ts";
import type { UsageEvent } from "../../../extensions/core/usage/usage-event.ts";
import { foldUsage } from "../../../extensions/core/usage/usage-fold.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { today } from "./usage-worlds.ts";

let parse: Parse;
beforeAll(async () => {
  parse = await loadParser();
});

type Wanted =
  | { readonly shows: readonly string[]; readonly how?: "injected" | "asked" }
  | { readonly says: string }
  | { readonly finds: string }
  | { readonly runs: string; readonly ok: boolean };

const stepOf = (wanted: Wanted, index: number): CourseStep => {
  const step = { entry: `entry-${index}`, at: `2026-11-30T12:00:${String(index).padStart(2, "0")}.000Z` };
  if ("shows" in wanted) {
    const pages = wanted.shows.map((id) => ({ id, path: `/coast/wiki/${id}.md`, tokens: 40 }));
    return { ...step, kind: "shown", how: wanted.how ?? "injected", turn: 1, pages };
  }
  if ("says" in wanted) return { ...step, kind: "answered", text: wanted.says };
  if ("finds" in wanted) {
    return { ...step, kind: "said-useful", page: { id: wanted.finds, path: `/coast/wiki/${wanted.finds}.md` } };
  }
  return { ...step, kind: "ran", command: wanted.runs, isOk: wanted.ok };
};

const rules = (): CourseRules<string> => ({
  now: today,
  hash: (text) => createHash("sha256").update(text).digest("hex"),
  testCommands: usualTestCommands,
  parse,
  placeOf: (path) => (path.startsWith("/coast/") ? "coast" : undefined),
  placeOfId: (id) => (id === "notes/known" ? "coast" : undefined),
});

const observed = (...wanted: readonly Wanted[]) =>
  openObserver()({ session: "watch", steps: wanted.map(stepOf) }, rules());

const usesIn = (...wanted: readonly Wanted[]): readonly UsageEvent[] =>
  observed(...wanted).uses.map(({ event }) => event);

const kindsOf = (uses: readonly UsageEvent[]): readonly string[] =>
  uses.map((use) => `${use.kind === "outcome" ? use.result : use.kind} ${use.doc}`);

const came = (...wanted: readonly Wanted[]): readonly string[] =>
  kindsOf(usesIn(...wanted)).filter((use) => /^(success|failure)/.test(use));

const shows: Wanted = { shows: ["notes/oil"] };
const cites: Wanted = { says: "As [[notes/oil]] says, trim the wick." };
const passes: Wanted = { runs: "npm test", ok: true };
const fails: Wanted = { runs: "npm test", ok: false };

describe("pages in a session", () => {
  test("that are shown are hits, each with its cost", () => {
    verifies("usage.hits");
    expect(usesIn({ shows: ["notes/oil", "notes/bell"] }, { shows: ["notes/oil"], how: "asked" })).toMatchObject([
      { kind: "hit", doc: "notes/oil", at: "2026-11-30T12:00:00.000Z", session: "watch", turn: 1, tokens: 40 },
      { kind: "hit", doc: "notes/bell", how: "injected" },
      { kind: "hit", doc: "notes/oil", how: "asked" },
    ]);
  });

  test("that an answer cites are adopted, if they were shown or exist", () => {
    verifies("usage.citations");
    const says = "See [[notes/oil]], [[notes/oil|the oil]], [[notes/known]] and [[notes/invented]].";
    expect(kindsOf(usesIn(shows, { says })).slice(1)).toEqual(["adopted notes/oil", "adopted notes/known"]);
  });

  test("that an answer only speaks of in code are not", () => {
    verifies("usage.citations");
    expect(kindsOf(usesIn(shows, { says: "Write `[[notes/oil]]`:\n\n```\n[[notes/oil]]\n```" }))).toEqual([
      "hit notes/oil",
    ]);
  });

  test("of captured text are cited by their packet", () => {
    verifies("usage.citations");
    const raw = "raw/sources/SRC-2026-11-30-001";
    expect(kindsOf(usesIn({ shows: [raw] }, { says: "From [[sources/SRC-2026-11-30-001]]." }))).toEqual([
      `hit ${raw}`,
      `adopted ${raw}`,
    ]);
  });

  test("that lie in no vault are nobody's", () => {
    verifies("usage.hits");
    const step = stepOf(shows, 0);
    if (step.kind !== "shown") throw new Error("No pages are shown.");
    const elsewhere = { ...step, pages: step.pages.map((page) => ({ ...page, path: `/tmp${page.path}` })) };
    const read = (steps: readonly CourseStep[]) => openObserver()({ session: "watch", steps }, rules()).uses;
    expect([read([step]).length, read([elsewhere]).length]).toEqual([1, 0]);
  });
});

describe("what came of a citation", () => {
  test("is success when a failing test passes, failure when a passing one fails", () => {
    verifies("usage.observed");
    expect(came(shows, fails, cites, passes)).toEqual(["success notes/oil"]);
    expect(came(shows, passes, cites, fails)).toEqual(["failure notes/oil"]);
  });

  test.each<[string, readonly Wanted[]]>([
    ["without a citation", [shows, fails, passes]],
    ["when the citation came after", [shows, fails, passes, cites]],
    ["when nothing was known before", [shows, cites, fails, passes]],
    ["when the test stayed as it was", [shows, fails, cites, fails]],
    ["when the test came back to what it was", [shows, passes, cites, fails, passes]],
    ["when another test passed", [shows, fails, cites, { runs: "npm run build", ok: true }]],
    ["when it passed in another folder", [shows, fails, cites, { runs: "cd ../horn && npm test", ok: true }]],
    ["when the test was only named", [shows, fails, cites, { runs: "echo npm test", ok: true }]],
    ["when its status was lost", [shows, fails, cites, { runs: "npm test | tail -5", ok: true }]],
    ["when it had only been named before", [shows, { runs: "grep 'npm test' x", ok: false }, cites, passes]],
  ])("is not known %s", (_, steps) => {
    verifies("usage.observed", "usage.test-commands");
    expect(came(...steps)).toEqual([]);
  });

  test("counts for what was cited by tool too, and for no page that was only shown", () => {
    verifies("usage.observed");
    const two: Wanted = { shows: ["notes/oil", "notes/bell"] };
    expect(came(two, fails, { finds: "notes/oil" }, passes)).toEqual(["success notes/oil"]);
    expect(kindsOf(usesIn(two, { finds: "notes/oil" }))).toEqual(["hit notes/oil", "hit notes/bell"]);
  });

  test("is told with what was seen, and without what was said", () => {
    verifies("usage.observed");
    const [outcome] = usesIn(shows, fails, cites, passes).filter(({ kind }) => kind === "outcome");
    expect(outcome).toMatchObject({ judge: "observed", note: "npm test went from failing to passing" });
    expect(JSON.stringify(usesIn(shows, fails, cites, passes))).not.toContain("trim the wick");
  });

  test("is the same however often the course is read, as it grows", () => {
    verifies("usage.observed", "usage.exactly-once");
    const steps = [shows, fails, cites, passes, cites, { runs: "npm test", ok: true }];
    const grown = steps.map((_, index) => usesIn(...steps.slice(0, index + 1)));
    expect(foldUsage(grown).of("notes/oil")).toEqual(foldUsage([usesIn(...steps)]).of("notes/oil"));
    expect(foldUsage(grown).of("notes/oil")).toMatchObject({
      hits: 1,
      adopted: 1,
      outcomes: { observed: { success: 1, failure: 0 } },
    });
  });
});

describe("a commit", () => {
  const commit: Wanted = { runs: "git commit -am 'Trim the wick'", ok: true };
  const concerned = (...steps: readonly Wanted[]) => observed(...steps).committed.map(({ doc }) => doc);

  test("concerns the pages that were cited before it", () => {
    verifies("usage.commits");
    expect(concerned(shows, cites, commit)).toEqual(["notes/oil"]);
    expect(concerned(shows, commit, cites)).toEqual([]);
    expect(concerned(shows, cites, { runs: "echo git commit", ok: true })).toEqual([]);
  });

  test("concerns a page only until the next one", () => {
    verifies("usage.commits");
    expect(observed(shows, cites, commit, commit).committed).toMatchObject([
      { doc: "notes/oil", at: "2026-11-30T12:00:01.000Z", until: "2026-11-30T12:00:02.000Z" },
    ]);
  });
});
