/** Lets the use of pages order those that are trusted alike; between trust classes it moves none. Pure. */

import type { PageTrust } from "../../trust/page-trust.ts";
import type { BelievedFacts } from "../admission.ts";

/** Pages that are believed as they stand, and those that are shown with a doubt. */
export type TrustClass = "believed" | "doubted";

export const trustClassOf = ({ status, confidence, trust, isDoubted }: Judged): TrustClass => {
  const isInDoubt = trust?.isDoubtful === true || trust?.isDisputed === true || isDoubted === true;
  return status === "stable" && confidence !== "shadow" && !isInDoubt ? "believed" : "doubted";
};

interface Judged extends Pick<BelievedFacts, "status" | "confidence" | "isDoubted"> {
  readonly trust?: Pick<PageTrust, "isDoubtful" | "isDisputed">;
}

interface Ordered {
  readonly trustClass: TrustClass;
}

/** Each class keeps the places that it has without use; its pages share them out among themselves. */
export const byUse = <Page extends Ordered>(
  withoutUse: readonly Page[],
  compare: (left: Page, right: Page) => number,
): readonly Page[] => {
  const inOrder = [...withoutUse].sort(compare);
  const queues = { believed: inClass(inOrder, "believed"), doubted: inClass(inOrder, "doubted") };
  return withoutUse.flatMap(({ trustClass }) => queues[trustClass].next().value ?? []);
};

function* inClass<Page extends Ordered>(pages: readonly Page[], wanted: TrustClass): Generator<Page, undefined> {
  for (const page of pages) if (page.trustClass === wanted) yield page;
}
