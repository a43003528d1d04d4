/** Pages for tests, from their text alone. */

import type { Page } from "../../../extensions/core/pages/page.ts";
import { parsePage } from "../../../extensions/core/pages/parse-page.ts";

export const pageOf = (id: string, text: string): Page => parsePage({ path: `wiki/${id}.md`, text });
