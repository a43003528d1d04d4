/** A text given as an argument, or on standard input where the argument is `-`. */

import type { Call } from "./verb.ts";

export const argumentText = async (given: string, call: Call): Promise<string> =>
  given === "-" ? await call.readStdin() : given;
