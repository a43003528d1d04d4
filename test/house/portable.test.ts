import { expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { exists, filesBelow, readText } from "./repository.ts";

const readme = readText("test/portable/README.md");

const rowsIn = (text: string): readonly (readonly [string, string])[] =>
  [...text.matchAll(/^\| `([^`]+)` \| (.+?) \|/gm)].map(([, first = "", second = ""]) => [first, second]);

const [, twenty = "", properties = ""] = readme.split(/^## /m);

test("each of the twenty portable tests has its group in the file that is named for it", () => {
  verifies("house.portable");
  const rows = rowsIn(twenty).map(([id, file]) => [id, `test/portable/${file.replaceAll("`", "")}`] as const);
  expect(rows).toHaveLength(20);
  const missing = rows.filter(([id, file]) => !exists(file) || !readText(file).includes(id));
  expect(missing).toEqual([]);
});

test("each of the seven properties has five cases or more, and each case is a test that is there", () => {
  verifies("house.portable");
  const sections = properties.split(/^### /m).slice(1);
  expect(sections).toHaveLength(7);
  expect(sections.filter((section) => rowsIn(section).length < 5).map((section) => section.split("\n")[0])).toEqual([]);
  const gone = rowsIn(properties).filter(([file, title]) => !exists(file) || !readText(file).includes(`"${title}"`));
  expect(gone).toEqual([]);
});

test("the portable tests are all here: a file that no table names proves nothing that is promised", () => {
  verifies("house.portable");
  const files = filesBelow("test/portable").filter((path) => path.endsWith(".test.ts"));
  expect(files.filter((path) => !readme.includes(path.slice("test/portable/".length)))).toEqual([]);
});
