import { describe, expect, test } from "vitest";
import { openNearTitles } from "../../../extensions/core/recall/near-titles.ts";
import { verifies } from "../../acceptance/verifies.ts";

const open = () =>
  openNearTitles([
    { id: "notes/fresnel-lens", title: "The Fresnel lens", names: ["optics"] },
    { id: "notes/lamp-oil", title: "Colza oil in winter", names: ["LampOil", "fuel"] },
    { id: "concepts/toudai", title: "灯台の光", names: [] },
    { id: "concepts/deungdae", title: "등대지기", names: [] },
    { id: "concepts/mayak", title: "Маяк на мысе", names: [] },
  ]);

const look = async (kind: "complete" | "suggest", query: string): Promise<readonly string[]> =>
  (await open())[kind](query, 5).map(({ id }) => id);

describe("completion", () => {
  test.each([
    ["fre", "notes/fresnel-lens"],
    ["lens fres", "notes/fresnel-lens"],
    ["OPT", "notes/fresnel-lens"],
    ["lamp", "notes/lamp-oil"],
    ["notes/lamp", "notes/lamp-oil"],
    ["灯台", "concepts/toudai"],
    ["등대", "concepts/deungdae"],
    ["мая", "concepts/mayak"],
  ])("of %s finds %s", async (typed, id) => {
    verifies("recall.near-titles");
    expect(await look("complete", typed)).toContain(id);
  });

  test("finds nothing for what begins no word", async () => {
    expect(await look("complete", "zzz")).toEqual([]);
    expect(await look("complete", "")).toEqual([]);
  });
});

describe("a suggestion", () => {
  test.each([
    ["frensel", "notes/fresnel-lens"],
    ["fresnell", "notes/fresnel-lens"],
    ["colsa oli", "notes/lamp-oil"],
    ["where is the fresnel?", "notes/fresnel-lens"],
    ["маак", "concepts/mayak"],
    ["灯台守", "concepts/toudai"],
  ])("for %s is %s", async (query, id) => {
    verifies("recall.near-titles");
    expect(await look("suggest", query)).toContain(id);
  });

  test("is not made of words that have nothing to do with each other", async () => {
    expect(await look("suggest", "harbour dues")).toEqual([]);
  });
});
