/** Facts of a vault's pages as they are believed, read once for as long as nothing that they rest on is another. */

import type { PageTrust } from "../trust/page-trust.ts";
import type { BelievedFacts } from "./admission.ts";
import type { PageFacts } from "./indexing/index-part.ts";
import type { LayeredParts } from "./indexing/recall-index.ts";
import type { VaultIndex } from "./indexing/vault-index.ts";

export interface FactsSetting {
  readonly index: VaultIndex;
  /** Of that vault alone; another one after a change of its pages or of what was rejected. */
  readonly layered: LayeredParts;
  /** Another one after a change of what is known of its pages. */
  readonly believed: (facts: PageFacts) => PageTrust | undefined;
  read(): Iterable<BelievedFacts>;
}

interface Kept extends Pick<FactsSetting, "layered" | "believed"> {
  /** A session that asks once must not hold the facts of all pages: they stay with whoever goes on with them. */
  readonly facts: WeakRef<Iterable<BelievedFacts>>;
}

/** Nothing is read before somebody goes through it. */
export const openKeptFacts = (): ((setting: FactsSetting) => Iterable<BelievedFacts>) => {
  const kept = new WeakMap<VaultIndex, Kept>();
  return ({ index, layered, believed, read }) => {
    const known = kept.get(index);
    const isSame = known?.layered === layered && known.believed === believed;
    const facts = (isSame ? known.facts.deref() : undefined) ?? readOnce(read);
    kept.set(index, { layered, believed, facts: new WeakRef(facts) });
    return facts;
  };
};

const readOnce = <T>(read: () => Iterable<T>): Iterable<T> => {
  let all: readonly T[] | undefined;
  return {
    [Symbol.iterator]: () => {
      all ??= [...read()];
      return all[Symbol.iterator]();
    },
  };
};
