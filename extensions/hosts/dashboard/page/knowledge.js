/** What the repository defines, and what was learned of it. */

import { el } from "./dom.js";
import { empty, head } from "./parts.js";

export const show = async () => ({ node: el("div", {}, head("Knowledge"), empty("No map was made yet.")) });
