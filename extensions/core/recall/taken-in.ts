/** Notes whose text another page holds: they are not recalled beside it as long as that page stands. Pure. */

import type { PageTrust } from "../trust/page-trust.ts";
import { vaultPaths } from "../vault/layout.ts";
import type { PageFacts } from "./indexing/index-part.ts";
import { type LayeredParts, rejecterOf } from "./indexing/recall-index.ts";
import type { Placed } from "./shadowing.ts";

/** What is known of a page in the part that holds it. */
type TrustOf = (placed: Placed) => PageTrust | undefined;

export const openTakenIn = (layered: LayeredParts, trustOf: TrustOf): ((placed: Placed) => boolean) => {
  /** The status of the page of an id in the same vault; undefined where it is withheld itself, or is not there. */
  const statusIn = (part: number, id: string): PageFacts["status"] | undefined => {
    const owner = layered.owners[part];
    const found = owner?.find(`${vaultPaths[owner.vault.layout].wiki}/${id}.md`);
    if (found === undefined) return undefined;
    const place = { facts: found.facts, part: layered.parts.indexOf(found.part) };
    const trust = trustOf(place);
    const isOut = trust?.isRejected === true || trust?.isForgotten === true || trust?.isUnknown === true;
    const status = trust?.status ?? place.facts.status;
    return isOut || status === "deprecated" || rejecterOf(place, layered) !== undefined ? undefined : status;
  };
  return (placed) => {
    const { facts, part } = placed;
    if (facts.consolidatedInto.length === 0) return false;
    const own = trustOf(placed)?.status ?? facts.status;
    return facts.consolidatedInto.some((id) => {
      const status = id === facts.id ? undefined : statusIn(part, id);
      // What counts gives way only to what counts.
      return status === "stable" || (status === "draft" && own === "draft");
    });
  };
};
