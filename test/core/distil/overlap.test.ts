import { describe, expect, test } from "vitest";
import { type NoteText, overlapping } from "../../../extensions/core/distil/overlap.ts";
import { verifies } from "../../acceptance/verifies.ts";

const note = (id: string, title: string, text = "", task?: string): NoteText => ({ id, title, text, task });
const none = (): boolean => false;

describe("notes overlap", () => {
  test("by their titles, or by what they say", () => {
    verifies("distil.consolidate");
    const notes = [
      note("a", "Smoking lamp", "Lower the wick until the flame is white."),
      note("b", "White flame", "The lamp is smoking: lower the wick until the flame burns white."),
      note("c", "Fog horn", "Sound it every ninety seconds while fog lasts."),
      note("d", "The fog horn", "It is painted red."),
      note("e", "Landing", "The third step floods at spring tide."),
    ];
    expect(overlapping(notes, none)).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
  });

  test("not by the words of a template, nor over tasks, nor when somebody found that they differ", () => {
    verifies("distil.consolidate", "distil.consolidate-distinct");
    const parts = ["lens", "clockwork", "gallery", "store", "bell", "mast", "landing", "cistern", "stove", "lamp"];
    const template = parts.map((part) =>
      note(part, `Keeping the ${part}`, `The ${part} is looked after daily by the keeper who has the watch.`),
    );
    expect(overlapping(template, none)).toEqual([]);
    const same = [note("a", "Fog horn"), note("b", "Fog horn", "", "task-1")];
    expect(overlapping(same, none)).toEqual([]);
    expect(overlapping([note("a", "Fog horn"), note("b", "Fog horn")], () => true)).toEqual([]);
  });

  test("in groups of at most eight, the largest first, whatever order they come in", () => {
    const horns = Array.from({ length: 10 }, (_, number) => note(`h${number}`, "Fog horn"));
    const notes = [note("x", "Bell rope"), ...horns, note("y", "Bell rope")];
    const groups = overlapping(notes, none);
    expect(groups.map((group) => group.length)).toEqual([8, 2]);
    expect(overlapping([...notes].reverse(), none)).toEqual(groups);
  });
});
