import { describe, expect, test } from "vitest";
import { blameLines, type PageState, pageStates } from "../../../extensions/core/ledger/blame.ts";
import { verifies } from "../../acceptance/verifies.ts";

interface Change {
  readonly page: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly name: string;
}

/** In these tests a text is its own hash; `?` begins one that nobody kept. */
const change = (name: string, before: string | undefined, after: string | undefined): Change => ({
  page: "notes/lamp",
  before,
  after,
  name,
});

const textOf = (hash: string): string | undefined => (hash.startsWith("?") ? undefined : hash);

const told = (changes: readonly Change[], present: string): readonly string[] =>
  blameLines(pageStates(changes, { present, textOf })).map(
    ({ text, by, others }) => `${text}: ${by?.name ?? "outside"}${others === 0 ? "" : ` or ${others} earlier`}`,
  );

describe("with all texts known", () => {
  test("each line is of the change that brought it", () => {
    verifies("history.blame");
    const changes = [
      change("made", undefined, "Lamp\noil\n"),
      change("more", "Lamp\noil\n", "Lamp\noil\nwick\n"),
      change("other oil", "Lamp\noil\nwick\n", "Lamp\ncolza\nwick\n"),
    ];
    expect(told(changes, "Lamp\ncolza\nwick\n")).toEqual(["Lamp: made", "colza: other oil", "wick: more"]);
  });

  test("what no event made is marked, between events and after them", () => {
    verifies("history.blame-honest");
    const changes = [change("made", undefined, "Lamp\n"), change("more", "Lamp\nfog\n", "Lamp\nfog\nhorn\n")];
    expect(told(changes, "Lamp\nfog\nhorn\ngull\n")).toEqual([
      "Lamp: made",
      "fog: outside",
      "horn: more",
      "gull: outside",
    ]);
  });

  test("a checkout of an earlier version brings back who wrote it", () => {
    verifies("history.blame");
    const changes = [
      change("made", undefined, "Lamp\noil\n"),
      change("emptied", "Lamp\noil\n", "Lamp\n"),
      change("more", "Lamp\n", "Lamp\nwick\n"),
    ];
    expect(told(changes, "Lamp\noil\n")).toEqual(["Lamp: made", "oil: made"]);
  });

  test("a page that was removed and made again is the second maker's", () => {
    const changes = [
      change("made", undefined, "Lamp\n"),
      change("removed", "Lamp\n", undefined),
      change("again", undefined, "Lamp\n"),
    ];
    expect(told(changes, "Lamp\n")).toEqual(["Lamp: again"]);
  });

  test("events that change no text bring no line", () => {
    const changes = [change("made", undefined, "Lamp\n"), change("confirmed", undefined, "Lamp\n")];
    expect(told([...changes, change("looked at", "Lamp\n", "Lamp\n")], "Lamp\n")).toEqual(["Lamp: made"]);
  });
});

describe("with texts that nobody kept", () => {
  test("a line is of the last change, or of one of those before it whose text is unknown", () => {
    verifies("history.blame-honest");
    const changes = [
      change("made", undefined, "Lamp\n"),
      change("second", "Lamp\n", "?2"),
      change("third", "?2", "Lamp\nwick\n"),
    ];
    expect(told(changes, "Lamp\nwick\n")).toEqual(["Lamp: made", "wick: third or 1 earlier"]);
  });

  test("all lines are of the last change, or an earlier one, when only the present text is known", () => {
    verifies("history.blame-honest");
    const changes = [change("made", undefined, "?1"), change("second", "?1", "Lamp\noil\n")];
    expect(told(changes, "Lamp\noil\n")).toEqual(["Lamp: second or 1 earlier", "oil: second or 1 earlier"]);
    expect(told(changes, "Lamp\n")).toEqual(["Lamp: second or 1 earlier"]);
  });

  test("all lines were changed outside when no event tells of the present text", () => {
    verifies("history.blame-honest");
    expect(told([change("made", undefined, "?1")], "Lamp\n")).toEqual(["Lamp: outside or 1 earlier"]);
    expect(told([], "Lamp\n")).toEqual(["Lamp: outside"]);
  });
});

test("line ends and a BOM make no line another's", () => {
  const states: readonly PageState<string>[] = [
    { hash: "1", text: "\uFEFFLamp\r\noil", by: "made" },
    { hash: "2", text: "Lamp\noil\n\nwick", by: "more" },
  ];
  expect(blameLines(states).map(({ text, by }) => [text, by])).toEqual([
    ["Lamp", "made"],
    ["oil", "made"],
    ["", "more"],
    ["wick", "more"],
  ]);
});
