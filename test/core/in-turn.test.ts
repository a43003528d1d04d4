import { expect, test } from "vitest";
import { inTurn } from "../../extensions/core/in-turn.ts";

test("pieces of work run one after the other, in the order in which they were asked for", async () => {
  const run = inTurn();
  const heard: string[] = [];
  const watch = (name: string) => async () => {
    heard.push(`${name} begins`);
    await Promise.resolve();
    heard.push(`${name} ends`);
    return name;
  };
  expect(await Promise.all([run(watch("dusk")), run(watch("midnight")), run(watch("dawn"))])).toEqual([
    "dusk",
    "midnight",
    "dawn",
  ]);
  expect(heard).toEqual(["dusk", "midnight", "dawn"].flatMap((name) => [`${name} begins`, `${name} ends`]));
});

test("a piece that fails fails for whoever asked, and the next one runs", async () => {
  const run = inTurn();
  const failing = run(async () => {
    throw new Error("The lamp went out.");
  });
  const next = run(async () => "relit");
  await expect(failing).rejects.toThrow("The lamp went out.");
  expect(await next).toBe("relit");
});
