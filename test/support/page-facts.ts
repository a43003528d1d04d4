/** Facts of a page that says nothing unusual of itself. */

import type { PageFacts } from "../../extensions/core/recall/indexing/index-part.ts";
import { unpackFacts } from "../../extensions/core/recall/indexing/packed-facts.ts";

export const pageFacts = (id: string, more: Partial<PageFacts> = {}): PageFacts => ({
  ...unpackFacts("{}", `wiki/${id}.md`),
  title: id,
  ...more,
});
