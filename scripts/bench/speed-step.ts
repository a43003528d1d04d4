/** The child process of `bench:speed`: carries out the order in a file and prints its report. */

import { readFileSync } from "node:fs";
import type { ImportNative } from "./engines/engine.ts";
import { peerStep } from "./speed/peer-steps.ts";
import { piWikiStep } from "./speed/pi-wiki-steps.ts";
import type { StepOrder } from "./speed/step.ts";

export const main = async ([path = ""]: readonly string[], importNative: ImportNative): Promise<number> => {
  const order = JSON.parse(readFileSync(path, "utf8")) as StepOrder; // Written by speed.ts.
  const report = order.engine === "peer" ? await peerStep(order, importNative) : await piWikiStep(order);
  console.log(JSON.stringify(report));
  return 0;
};
