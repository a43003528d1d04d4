/** Folds the ledger into what was accepted of the code that each page is about, and what people answered when it changed. Pure. */

import { isJsonObject, type JsonObject, type JsonValue } from "../ledger/canonical.ts";
import type { LedgerEvent } from "../ledger/event.ts";
import type { AcceptedAnchor, Anchor, AnchoredPage } from "./anchor.ts";
import { extractorOf } from "./anchored-event.ts";
import { anchorable } from "./reference.ts";

export interface AnchorFold {
  /** Ids of pages that have anchors. */
  readonly pages: readonly string[];
  /** The anchors of what a page names in `files` now. */
  of(page: string, files: readonly string[]): AnchoredPage | undefined;
  since(page: string, ref: string): string | undefined;
  /** The repositories that a reference was anchored in; empty for the vault's own. */
  repositories(page: string, ref: string): readonly string[];
  /** Whether people mostly answer that pages of a type are still true when code changed below them. */
  isQuiet(type: string): boolean;
}

type KnownPage = Map<string, AcceptedAnchor[]>;

/** More than these were never told apart by anybody. */
const mostAccepted = 16;
const fewestAnswers = 20;
const quietShare = 0.8;

export const foldAnchors = (
  events: readonly LedgerEvent[],
  { isForged }: { isForged(event: LedgerEvent): boolean },
): AnchorFold => {
  const pages = new Map<string, KnownPage>();
  const answers = new Map<string, { all: number; true: number }>();
  for (const event of events) {
    if (event.kind === "anchored" && !isForged(event)) takeAnchors(pages, event);
    const answer = answerIn(event);
    if (answer !== undefined && !isForged(event)) {
      const count = answers.get(answer.type) ?? { all: 0, true: 0 };
      answers.set(answer.type, { all: count.all + 1, true: count.true + (answer.isTrue ? 1 : 0) });
    }
  }
  return {
    pages: [...pages.keys()],
    of: (id, files) => {
      const known = pages.get(id);
      if (known === undefined) return undefined;
      const anchors = anchorable(files).flatMap(({ ref }) => {
        const accepted = known.get(ref);
        return accepted === undefined ? [] : [{ ref, accepted }];
      });
      return anchors.length === 0 ? undefined : { id, anchors };
    },
    since: (page, ref) => pages.get(page)?.get(ref)?.at(-1)?.at,
    repositories: (page, ref) => (pages.get(page)?.get(ref) ?? []).map(({ repository }) => repository),
    isQuiet: (type) => {
      const count = answers.get(type);
      return count !== undefined && count.all >= fewestAnswers && count.true >= quietShare * count.all;
    },
  };
};

const takeAnchors = (pages: Map<string, KnownPage>, { details, timestamp }: LedgerEvent): void => {
  const { page, home, anchors, extractor } = details;
  if (typeof page !== "string" || !Array.isArray(anchors)) return;
  const known: KnownPage = pages.get(page) ?? new Map<string, AcceptedAnchor[]>();
  pages.set(page, known);
  const repository = home === true || typeof details["repository"] !== "string" ? "" : details["repository"];
  for (const anchor of anchors as readonly JsonValue[]) {
    if (!isAnchor(anchor)) continue;
    const { ref, blob, shape, body } = anchor;
    const accepted: AcceptedAnchor = {
      blob,
      shape,
      body,
      extractor: extractorOf(ref, extractor),
      at: timestamp,
      repository,
    };
    known.set(ref, [...(known.get(ref) ?? []), accepted].slice(-mostAccepted));
  }
};

const isAnchor = (value: JsonValue): value is Anchor =>
  isJsonObject(value) && ["ref", "blob", "shape", "body"].every((key) => typeof value[key] === "string");

const personChannels: ReadonlySet<string> = new Set(["ui", "terminal"]);
const answerKinds: Readonly<Record<string, boolean>> = { confirmed: true, rejected: false, retired: false };

/** What a person decided on a page whose code was another. */
const answerIn = ({ kind, channel, details }: LedgerEvent): { type: string; isTrue: boolean } | undefined => {
  const isTrue = answerKinds[kind];
  const code: JsonValue | undefined = details["code"];
  if (isTrue === undefined || !personChannels.has(channel) || !isJsonObject(code)) return undefined;
  const { type } = code satisfies JsonObject;
  return typeof type === "string" ? { type, isTrue } : undefined;
};
