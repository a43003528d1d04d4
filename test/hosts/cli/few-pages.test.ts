import { expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { openCommandLine } from "./command-line.ts";

const longAndElsewhere = `Yesterday I spent the whole evening with my keyboard firmware. It is a split board with two halves, and
the left one sends every key twice when the cable is warm. I replaced the cable, then the controller, read the matrix
with a meter, wrote the debounce anew, and burned through a roll of solder. My wife says the lamp on the desk is the only
part that still works. Where do I set the debounce time for one half only?`;

test("the first page of a vault is recalled for a question about it, and for nothing else", async () => {
  verifies("recall.few-pages");
  const cli = await openCommandLine({ isTerminal: true });
  await cli.run("init", "lighthouse");
  const text = "We decided to burn rapeseed oil in all lamps. Whale oil smokes and spoils the lens.";
  await cli.run("note", "--title", "Lamps burn rapeseed oil", "--type", "decision", "--text", text);
  const gateOf = async (prompt: string) => (await cli.json("inject", prompt))["gate"];
  expect(await gateOf("which oil should we burn in the lamps?")).toBe("passed");
  expect(await gateOf(longAndElsewhere)).not.toBe("passed");
  expect(await gateOf("fix the login bug")).toBe("floor");
  expect(await gateOf("commit and push")).toBe("floor");
});
