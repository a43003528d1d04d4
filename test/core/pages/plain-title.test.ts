import { expect, test } from "vitest";
import { parsePage } from "../../../extensions/core/pages/parse-page.ts";
import { plainTitle } from "../../../extensions/core/pages/plain-title.ts";
import { verifies } from "../../acceptance/verifies.ts";

test("badges, links and markup of a first heading are no part of the title", () => {
  verifies("pages.plain-title");
  const badge = "[![NPM version](https://img.example/v.svg)](https://npm.example/lamp)";
  expect(plainTitle(`harbour-lamp ${badge} ![size](s.svg)`)).toBe("harbour-lamp");
  expect(plainTitle("The [`lamp`](lamp.md) and **its** <b>keeper</b>")).toBe("The lamp and its keeper");
  expect(plainTitle("snake_case_name and 2 * 3 < 7")).toBe("snake_case_name and 2 * 3 < 7");
  expect([...plainTitle("灯".repeat(300))]).toHaveLength(201);
});

test("a heading of nothing but badges leaves the title to the next one, or to the id", () => {
  verifies("pages.plain-title");
  const page = (text: string) => parsePage({ path: "wiki/notes/lamp.md", text }).title;
  expect(page("# ![logo](logo.svg)\n\n# The lamp\n")).toBe("The lamp");
  expect(page("# ![logo](logo.svg)\n")).toBe("lamp");
});
