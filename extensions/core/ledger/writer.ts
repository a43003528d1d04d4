/**
 * The name under which a clone writes, and where its chain goes on. Pure.
 *
 * A name is `<user>@<clone id>`. When a checkout, a reset or a stash takes the last events of a chain out of
 * the file, going on from an older one would make two events claim the same place, so that the chain could
 * not be told from a forged one after the branches are merged. The clone then writes a chain of its own
 * beside it, `<user>@<clone id>.<branch>`, and goes back to the first one where the file ends with it again.
 */

import { type ChainLink, firstLink, linkAfter } from "./chain.ts";
import type { LedgerEvent } from "./event.ts";
import type { LedgerFold } from "./ledger-fold.ts";

/** The end of a chain of this clone as the state folder remembers it. */
export interface RememberedEnd {
  readonly writer: string;
  readonly seq: number;
  readonly hash: string;
  /** Where its line began. */
  readonly offset: number;
}

export interface ChainEnd {
  readonly writer: string;
  readonly link: ChainLink;
}

export const writerName = (user: string, clone: string): string => `${user}@${clone}`;

/** The clone id in a writer's name; undefined for names of another form. */
export const cloneOf = (writer: string): string | undefined => /@([a-z0-9]+)(?:\.[a-z0-9]+)?$/.exec(writer)?.[1];

/** Whether a chain is one of the user's in this clone. */
export const isChainOf = (base: string, writer: string): boolean => writer === base || writer.startsWith(`${base}.`);

interface Choice {
  readonly base: string;
  /** Ends of the base's chains, most recent first; undefined when no state folder can remember. */
  readonly remembered: readonly RememberedEnd[] | undefined;
  readonly fold: LedgerFold;
  readonly newBranch: () => string;
}

/** The chain to write next, and the place of its next event, by the whole file. */
export const chooseChain = ({ base, remembered, fold, newBranch }: Choice): ChainEnd => {
  // Without a memory the file is all there is to go by.
  if (remembered === undefined) return { writer: base, link: fold.nextLink(base) };

  for (const { writer, hash } of remembered) {
    if (!fold.holds(writer, hash)) continue;
    const events = fold.content().events.filter((event) => event.writer === writer);
    const link = linkAfterRun(events.slice(events.findIndex((event) => event.hash === hash)));
    if (link !== undefined) return { writer, link };
  }
  const taken = new Set([...remembered.map(({ writer }) => writer), ...fold.writers()]);
  if (!taken.has(base)) return { writer: base, link: firstLink };
  for (;;) {
    const writer = `${base}.${newBranch()}`;
    if (!taken.has(writer)) return { writer, link: firstLink };
  }
};

/**
 * The place after the first event and those that follow it: later ones were appended before a crash or a
 * full disk kept the memory from following. Whatever does not link is passed over, so that a line made up
 * by another program can't lead the chain astray.
 */
export const linkAfterRun = ([first, ...later]: readonly (LedgerEvent | undefined)[]): ChainLink | undefined => {
  if (first === undefined) return undefined;
  let link = linkAfter(first);
  for (const event of later) {
    if (event?.writer === first.writer && event.prev === link.prev && event.seq === link.seq) link = linkAfter(event);
  }
  return link;
};
