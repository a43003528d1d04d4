/** Trajectories and the skills that were made of them. */

import { el } from "./dom.js";
import { empty, head } from "./parts.js";

export const show = async () => ({ node: el("div", {}, head("Learned"), empty("Nothing was captured yet.")) });
