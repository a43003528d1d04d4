import { expect, test } from "vitest";
import { withoutHome } from "../../../extensions/core/ledger/home-path.ts";
import { verifies } from "../../acceptance/verifies.ts";

const at = (text: string): unknown => withoutHome({ text }, ["/home/ana", "/home/ana"])["text"];

test("the home folder becomes a tilde wherever a text holds its path", () => {
  verifies("ledger.no-home-path");
  expect(at("/home/ana")).toBe("~");
  expect(at("/home/ana/lighthouse/log.md")).toBe("~/lighthouse/log.md");
  expect(at("rm -rf '/home/ana/log.md' /home/ana.")).toBe("rm -rf '~/log.md' ~.");
  expect(at("file:///home/ana/log.md")).toBe("file://~/log.md");
});

test("a path that only resembles the home folder stays", () => {
  for (const text of ["/home/anabel/log.md", "/home/ana-b", "/home/ana.old", "/mnt/home/ana/log.md", "home/ana"]) {
    expect(at(text)).toBe(text);
  }
});

test("lists, nested objects and keys are searched, and other values stay", () => {
  const value = { files: { "/home/ana/log.md": [1, "/home/ana/a", null, { deep: "/home/ana" }] } };
  expect(withoutHome(value, ["/home/ana"])).toEqual({ files: { "~/log.md": [1, "~/a", null, { deep: "~" }] } });
});

test("a home with special characters is taken literally and a home of / is left alone", () => {
  expect(withoutHome({ text: "C:\\Users\\ana (b)\\log" }, ["C:\\Users\\ana (b)"])).toEqual({ text: "~\\log" });
  expect(withoutHome({ text: "/etc/lamp" }, ["/", ""])).toEqual({ text: "/etc/lamp" });
});
