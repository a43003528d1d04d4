import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { choicesOf } from "../../../../extensions/core/trust/review/review-choices.ts";
import { type QueueKind, queueKinds } from "../../../../extensions/core/trust/review/review-queue.ts";
import {
  advance,
  canDecide,
  type ReviewAnswer,
  type ReviewEvent,
  type ReviewRun,
  startReview,
} from "../../../../extensions/core/trust/review/review-run.ts";
import { verifies } from "../../../acceptance/verifies.ts";

const drafts = (count: number) => Array.from({ length: count }, () => ({ kind: "draft" }) as const);

const hashOf = (at: number): string => `lamp-${at}`;

/** A run whose screen shows each item at once, and what was carried out. */
const play = (items: number | readonly QueueKind[], ...events: readonly (string | ReviewEvent)[]) => {
  const kinds = typeof items === "number" ? drafts(items) : items.map((kind) => ({ kind }));
  const count = kinds.length;
  let run = startReview(kinds);
  const carriedOut: ReviewAnswer[] = [];
  const take = (event: ReviewEvent): void => {
    const step = advance(run, event);
    run = step.run;
    if (step.carryOut !== undefined) carriedOut.push(step.carryOut);
  };
  const look = (): void => {
    if (run.at === count || run.hash !== undefined) return;
    take({ type: "shown", at: run.at, hash: hashOf(run.at) });
    take({ type: "read", hash: hashOf(run.at) });
  };
  look();
  for (const event of events) {
    if (typeof event !== "string") take(event);
    else for (const key of event.split(" ")) take({ type: "key", key: key === "_" ? " " : key });
    look();
  }
  return { run, carriedOut };
};

const decided = (answers: readonly ReviewAnswer[]) => answers.map(({ at, choice }) => `${at} ${choice.decision}`);

describe("keys", () => {
  test("accept, skip, and reject or retire with a reason, each going on to the next item", () => {
    verifies("review.keys");
    const { run, carriedOut } = play(5, "a", "s", "r", "d i m enter", "t", "o l d enter", "a", "q");
    expect(carriedOut.map(({ at, choice, reason, hash }) => [at, choice.decision, reason, hash])).toEqual([
      [0, "confirm", undefined, hashOf(0)],
      [2, "reject", "dim", hashOf(2)],
      [3, "retire", "old", hashOf(3)],
      [4, "confirm", undefined, hashOf(4)],
    ]);
    expect([...run.states.values()]).toEqual(["accepted", "skipped", "rejected", "retired", "accepted"]);
    expect(run).toMatchObject({ at: 5, end: "finished" });
  });

  test("next and previous decide nothing and stay inside the queue", () => {
    verifies("review.keys");
    expect(play(3, "p").run.at).toBe(0);
    expect(play(3, "n n n n").run.at).toBe(3);
    expect(play(3, "n n n n", "p").run.at).toBe(2);
    expect(play(3, "right right left").run.at).toBe(1);
    expect(play(3, "n n p q").carriedOut).toEqual([]);
  });

  test("an answer goes on to the next item that has none", () => {
    verifies("review.keys");
    expect(play(4, "a", "a", "p", "p", "s").run.at).toBe(2);
  });

  test("a reason may hold any key, is corrected by backspace, left by Escape, and must not be empty", () => {
    verifies("review.keys");
    expect(play(1, "r", "q u a _ n p backspace enter", "q").carriedOut).toMatchObject([{ reason: "qua n" }]);
    expect(play(1, "r", "n o escape").run).toMatchObject({ asking: undefined, held: undefined, at: 0 });
    expect(play(1, "r", "_ enter").run).toMatchObject({ held: undefined, asking: { choice: { decision: "reject" } } });
    expect(play(1, "r", "_ enter").run.notice).toMatch(/reason is needed/);
    expect(play(1, "t", "up f1 é 灯 enter", "q").carriedOut).toMatchObject([{ reason: "é灯" }]);
  });

  test("other keys do nothing", () => {
    verifies("review.keys");
    for (const key of ["x", "A", "enter", "tab", "constructor", "__proto__"]) {
      expect(play(2, key)).toEqual(play(2));
    }
  });

  test("behind the last item Enter leaves too, and there is nothing to decide", () => {
    verifies("review.keys");
    expect(play(1, "a", "enter").run.end).toBe("finished");
    expect(play(1, "s", "a").run).toMatchObject({ end: undefined, at: 1 });
    expect(play(1, "s", "a").run.notice).toMatch(/nothing to decide/);
    expect(play(1, "s", "s").run.at).toBe(1);
  });
});

describe("an answer", () => {
  test("is carried out by the next answer or by leaving, not before", () => {
    verifies("review.undo");
    expect(play(3, "a").carriedOut).toEqual([]);
    expect(play(3, "a", "n", "p").carriedOut).toEqual([]);
    expect(decided(play(3, "a", "s").carriedOut)).toEqual(["0 confirm"]);
    expect(decided(play(3, "a", "q").carriedOut)).toEqual(["0 confirm"]);
    expect(decided(play(3, "a", "escape").carriedOut)).toEqual(["0 confirm"]);
  });

  test("is taken back while it is held, which costs nothing", () => {
    verifies("review.undo");
    const { run, carriedOut } = play(3, "a", "u");
    expect(run).toMatchObject({ at: 0, held: undefined, notice: "Taken back." });
    expect(carriedOut).toEqual([]);
    expect(decided(play(3, "a", "u", "r", "n o enter", "q").carriedOut)).toEqual(["0 reject"]);
    expect(play(3, "a", "s", "u", "u").run.notice).toMatch(/Nothing to take back/);
  });

  test("is replaced by another on the same item while it is held", () => {
    verifies("review.undo");
    expect(decided(play(3, "a", "p", "t", "o l d enter", "q").carriedOut)).toEqual(["0 retire"]);
  });

  test("that is carried out can be changed by going back, and is not given twice", () => {
    verifies("review.undo");
    expect(decided(play(3, "a", "a", "p", "p", "r", "n o enter", "q").carriedOut)).toEqual([
      "0 confirm",
      "1 confirm",
      "0 reject",
    ]);
    expect(play(3, "a", "a", "p", "p", "a").run.notice).toBe("It is accepted already.");
  });

  test("is dropped by Ctrl-C, also while a reason is typed", () => {
    verifies("review.undo");
    expect(play(3, "a", "ctrl+c")).toMatchObject({ carriedOut: [], run: { end: "broken-off", held: { at: 0 } } });
    expect(play(3, "a", "r", "ctrl+c")).toMatchObject({ carriedOut: [], run: { end: "broken-off" } });
  });
});

describe("a decision", () => {
  test("counts only for a text all of which has been on the screen", () => {
    verifies("review.seen-first");
    const run = advance(startReview(drafts(2)), { type: "shown", at: 0, hash: "lamp" }).run;
    for (const key of ["a", "r", "t"]) {
      const step = advance(run, { type: "key", key });
      expect(step.run).toMatchObject({ at: 0, held: undefined, asking: undefined });
      expect(step.run.notice).toMatch(/did not count/);
    }
    const read = advance(run, { type: "read", hash: "lamp" }).run;
    expect([canDecide(run), canDecide(read)]).toEqual([false, true]);
    expect(advance(read, { type: "key", key: "a" }).run.held).toMatchObject({ at: 0, hash: "lamp" });
  });

  test("waits for the text of the item that the screen is at", () => {
    verifies("review.seen-first", "review.no-accidents");
    const read = advance(startReview(drafts(2)), { type: "read", hash: "horn" }).run;
    expect(advance(read, { type: "key", key: "a" }).run.held).toBeUndefined();
    const late = advance(read, { type: "shown", at: 1, hash: "horn" }).run;
    expect(advance(late, { type: "key", key: "a" }).run.held).toBeUndefined();
  });

  test("does not count for a text that changed since it was read", () => {
    verifies("review.seen-first");
    const { run } = play(2, "n", { type: "shown", at: 1, hash: "changed" });
    expect(advance(run, { type: "key", key: "a" }).run.held).toBeUndefined();
  });

  test("is not made by pasted text, which only goes into a reason", () => {
    verifies("review.no-accidents");
    expect(play(2, { type: "paste", text: "a" })).toEqual(play(2));
    const pasted = play(2, "r", { type: "paste", text: "the lamp\nis\toil-fed\u0007" });
    expect(pasted.run.asking?.typed).toBe("the lamp is oil-fed ");
  });
});

describe("what can't be carried out", () => {
  test("is told, counts as failed, and can be answered anew", () => {
    verifies("review.failures-told");
    const problem: ReviewEvent = { type: "failed", at: 0, problem: "It was changed." };
    const { run } = play(3, "a", "a", problem);
    expect(run.notice).toBe("Number 1 was left as it is: It was changed.");
    expect([...run.problems]).toEqual([[0, "It was changed."]]);
    const again = play(3, "a", "a", problem, "p", "p", "a", "q");
    expect(decided(again.carriedOut)).toEqual(["0 confirm", "1 confirm", "0 confirm"]);
    expect([...again.run.problems]).toEqual([]);
  });

  test("is counted also when it is known after leaving", () => {
    verifies("review.failures-told");
    const { run } = play(1, "a", "q", { type: "failed", at: 0, problem: "The disk is full." });
    expect([...run.states]).toEqual([[0, "failed"]]);
  });

  test("is a page that has gone: it is passed over", () => {
    verifies("review.failures-told");
    const gone = advance(startReview(drafts(2)), { type: "shown", at: 0, hash: undefined }).run;
    const pressed = advance(gone, { type: "key", key: "a" }).run;
    expect([pressed.held, pressed.notice]).toEqual([undefined, "It waits no longer: n goes on."]);
  });
});

describe("keys of other items", () => {
  const answered = (kind: QueueKind, key: string) => play([kind], key, "w h y enter", "q").carriedOut;

  test("are those that the item takes, each with its decision, and a reason where it asks for one", () => {
    verifies("review.keys", "review.conflict", "review.revision", "review.withdrawal", "review.tombstoned");
    const answers = (kind: QueueKind): readonly string[] =>
      choicesOf({ kind }).map(({ key }) => {
        const [one] = play(
          [kind],
          key,
          ...(choicesOf({ kind }).find((c) => c.key === key)?.asks ? ["w enter"] : []),
          "q",
        ).carriedOut;
        return `${key} ${one?.choice.decision}${one?.reason === undefined ? "" : " why"}`;
      });
    const page = ["a confirm", "r reject why", "t retire why"];
    expect(Object.fromEntries(queueKinds.map((kind) => [kind, answers(kind)]))).toEqual({
      disputed: ["a accept", "r decline"],
      forged: page,
      rival: [...page, "l lift"],
      outdated: page,
      changed: page,
      tombstoned: ["l lift", "r leave-out"],
      doubted: ["l lift", "r reject why", "t retire why"],
      conflict: ["1 keep-first why", "2 keep-second why", "m keep-both why"],
      revision: ["a accept", "r decline"],
      rejection: ["a accept", "r decline"],
      retirement: ["a accept", "r decline"],
      sourceless: page,
      draft: page,
      stale: page,
    });
  });

  test("decide nothing here, and it is said which do", () => {
    verifies("review.keys", "review.no-accidents");
    expect(answered("conflict", "1")).toHaveLength(1);
    for (const [kind, key] of [
      ["conflict", "a"],
      ["draft", "1"],
      ["tombstoned", "a"],
      ["revision", "t"],
      ["draft", "l"],
    ] as const) {
      const { run, carriedOut } = play([kind], key);
      expect([run.held, run.asking, carriedOut]).toEqual([undefined, undefined, []]);
      expect(run.notice).toMatch(/^That key decides nothing here: \w /);
    }
  });

  test("a dispute is carried out as what was proposed", () => {
    verifies("review.withdrawal");
    const proposal = { id: "p", page: "lamp", base: "", at: "", by: "", channel: "tool" } as const;
    const saysOf = (change: "retire" | "reject") =>
      choicesOf({ kind: "disputed", proposal: { ...proposal, change } }).map(({ says }) => says);
    expect([saysOf("retire"), saysOf("reject")]).toEqual([
      ["retire it", "keep it"],
      ["reject it", "keep it"],
    ]);
  });

  test("an item that was decided on stays so when it waits no longer", () => {
    verifies("review.undo");
    const gone: ReviewEvent = { type: "shown", at: 0, hash: undefined };
    const { run } = play(["revision", "draft"], "a", "s", "p p");
    const again = advance(run, gone).run;
    expect([again.states.get(0), again.isGone]).toEqual(["accepted", true]);
    expect(advance(again, { type: "key", key: "r" }).run).toMatchObject({ notice: "It waits no longer: n goes on." });
  });
});

test("whatever keys are pressed, no item is decided unseen, by no key but its own, and each decision is carried out once", () => {
  verifies("review.keys", "review.seen-first");
  const pressable = ["a", "r", "t", "l", "1", "2", "m", "s", "n", "p", "u", "x", "enter", "escape", "backspace"];
  const keys = fc.array(fc.constantFrom(...pressable), { maxLength: 40 });
  const kinds = fc.array(fc.constantFrom(...queueKinds), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(kinds, fc.nat(5), keys, (items, unseen, pressed) => {
      let run: ReviewRun = startReview(items.map((kind) => ({ kind })));
      const carried: ReviewAnswer[] = [];
      for (const key of [...pressed, "escape", "q"]) {
        if (run.at < items.length && run.at !== unseen && run.end === undefined) {
          run = advance(run, { type: "shown", at: run.at, hash: hashOf(run.at) }).run;
          run = advance(run, { type: "read", hash: hashOf(run.at) }).run;
        }
        const before = run;
        const { run: next, carryOut } = advance(before, { type: "key", key });
        expect(carryOut).toEqual(carryOut === undefined ? undefined : before.held);
        if (carryOut !== undefined) carried.push(carryOut);
        expect(next.at).toBeGreaterThanOrEqual(0);
        expect(next.at).toBeLessThanOrEqual(items.length);
        run = next;
      }
      for (const { at, choice, reason, hash } of carried) {
        expect(at).not.toBe(unseen);
        expect(hash).toBe(hashOf(at));
        expect(choicesOf({ kind: items[at] ?? "draft" })).toContainEqual(choice);
        expect(reason !== undefined).toBe(choice.asks !== undefined);
      }
      expect(run.held).toBeUndefined();
    }),
  );
});
