import { expect, test } from "vitest";
import { readTyped } from "../../extensions/hosts/typed-keys.ts";
import { verifies } from "../acceptance/verifies.ts";

const keysOf = (data: string) => readTyped()(data).map((typed) => ("key" in typed ? typed.key : typed));

const esc = "\u001b";

test("characters are their own names, control characters and sequences have one", () => {
  verifies("review.keys");
  expect(keysOf("ar é灯")).toEqual(["a", "r", " ", "é", "灯"]);
  expect(keysOf("\r\n\t\u007f\b\u0003\u0004")).toEqual([
    "enter",
    "enter",
    "tab",
    "backspace",
    "backspace",
    "ctrl+c",
    "ctrl+d",
  ]);
  expect(keysOf(`${esc}[A${esc}OB${esc}[C${esc}[1;1D${esc}[5~${esc}[6~${esc}[H${esc}[4~`)).toEqual([
    "up",
    "down",
    "right",
    "left",
    "pageUp",
    "pageDown",
    "home",
    "end",
  ]);
  expect(keysOf(esc)).toEqual(["escape"]);
});

test("keys of the kitty protocol and of xterm's modifyOtherKeys have the same names", () => {
  verifies("review.keys");
  expect(keysOf(`${esc}[27u${esc}[97u${esc}[99;5u${esc}[13;1:1u${esc}[127u${esc}[27;5;99~`)).toEqual([
    "escape",
    "a",
    "ctrl+c",
    "enter",
    "backspace",
    "ctrl+c",
  ]);
  expect(keysOf(`${esc}[97:65;2u${esc}[97;65u${esc}[1;1:2B`)).toEqual(["A", "a", "down"]);
});

test("releases, repeats of a held key, and keys with Alt or Super are no keys", () => {
  verifies("review.no-accidents");
  expect(keysOf(`${esc}[97;1:3u${esc}[97;1:2u${esc}a${esc}[97;3u${esc}[97;9u${esc}[1;1:3A`)).toEqual([]);
});

test("answers of the terminal and what has no character are no keys", () => {
  verifies("review.no-accidents");
  expect(
    keysOf(`${esc}[?62;4c${esc}[24;80R${esc}[57441u${esc}[0u${esc}[99999999u${esc}[6;20;10t${esc}OP\u0000`),
  ).toEqual([]);
});

test("pasted text is no key, also in several pieces", () => {
  verifies("review.no-accidents");
  expect(keysOf(`s${esc}[200~a\nr${esc}[201~n`)).toEqual(["s", { pasted: "a\nr" }, "n"]);
  const typed = readTyped();
  expect([typed(`${esc}[200~aaa`), typed("aaa"), typed(`a${esc}[201~q`)]).toEqual([
    [],
    [],
    [{ pasted: "aaaaaaa" }, { key: "q" }],
  ]);
});
