/** One decision in a fresh process, for `bench:guard`: prints its milliseconds. */

import { worldAt } from "../../test/guard/scratch-world.ts";
import { askerIn } from "./guard/ask.ts";

export const main = async ([root = "", call = ""]: readonly string[]): Promise<number> => {
  const { took } = await askerIn(worldAt(root))(JSON.parse(call));
  console.log(took);
  return 0;
};
