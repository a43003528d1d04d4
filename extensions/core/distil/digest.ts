/** What was learned lately, from the ledgers: new drafts, what was decided, what recall has missed. Pure. */

import type { JsonValue } from "../ledger/canonical.ts";
import type { LedgerEvent } from "../ledger/event.ts";
import type { BelievedFacts } from "../recall/admission.ts";
import { decisionKinds } from "../trust/standing.ts";
import type { LayerName } from "../vault/vault.ts";
import { asLine } from "../visible.ts";

export interface DigestPage {
  readonly id: string;
  readonly layer: LayerName;
  readonly title: string;
  readonly type: string;
  readonly at: string;
}

export interface Digest {
  /** From when on. */
  readonly since: string;
  /** Drafts that were written and still wait, the newest first. */
  readonly drafts: readonly DigestPage[];
  readonly decided: readonly (DigestPage & { readonly decision: string; readonly by: string })[];
  /** Pages that were found by hand, and got a trigger for it. */
  readonly missed: readonly DigestPage[];
  readonly captured: { readonly sources: number; readonly conversations: number };
}

export interface DigestedVault {
  readonly layer: LayerName;
  /** Those since then, in the order of the ledger. */
  readonly events: readonly LedgerEvent[];
  /** As they are believed now. */
  readonly pages: ReadonlyMap<string, BelievedFacts>;
}

export const digestOf = (vaults: readonly DigestedVault[], since: string): Digest => {
  const newest = <Item extends { readonly at: string }>(items: readonly Item[]): readonly Item[] =>
    [...items].sort((a, b) => (a.at < b.at ? 1 : -1));
  const count = (kind: string): number =>
    vaults.reduce((sum, { events }) => sum + events.filter((event) => event.kind === kind).length, 0);
  return {
    since,
    drafts: newest(vaults.flatMap(draftsIn)),
    decided: newest(vaults.flatMap(decidedIn)),
    missed: newest(vaults.flatMap(missedIn)),
    captured: { sources: count("capture"), conversations: count("conversation_captured") },
  };
};

const pageOf = (id: string, at: string, { layer, pages }: DigestedVault): DigestPage => {
  const facts = pages.get(id);
  return { id, layer, title: facts?.title ?? id, type: facts?.type ?? "", at };
};

const draftsIn = (vault: DigestedVault): readonly DigestPage[] => {
  const made = vault.events.filter(({ kind }) => kind === "note_proposed" || kind === "page_created");
  return made.flatMap(({ details, timestamp }) => {
    const { page } = details;
    const facts = typeof page === "string" ? vault.pages.get(page) : undefined;
    const isOpen = facts?.status === "draft" && facts.isTakenIn !== true && facts.isTombstoned !== true;
    return facts !== undefined && isOpen ? [pageOf(facts.id, timestamp, vault)] : [];
  });
};

const decisions: ReadonlySet<string> = new Set([...decisionKinds, "superseded"]);

const decidedIn = (vault: DigestedVault) =>
  vault.events.flatMap(({ kind, details, timestamp, actor }) => {
    const { page } = details;
    if (!decisions.has(kind) || typeof page !== "string") return [];
    return [{ ...pageOf(page, timestamp, vault), decision: kind, by: actor }];
  });

const missedIn = (vault: DigestedVault): readonly DigestPage[] =>
  vault.events.flatMap(({ details, timestamp }) =>
    textsIn(details["missed"]).map((page) => pageOf(page, timestamp, vault)),
  );

const textsIn = (value: JsonValue | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];

const mostListed = 20;

/** For a person. */
export const renderDigest = ({ since, drafts, decided, missed, captured }: Digest): string => {
  const { sources, conversations } = captured;
  const parts = [
    ...listed("Drafts that wait for /wiki review", drafts, pageLine),
    ...listed("Decided", decided, (page) => `${page.decision}: ${pageLine(page)}, by ${asLine(page.by)}`),
    ...listed("Found by hand, and given a trigger for it", missed, pageLine),
  ];
  const kept = `${sources} ${sources === 1 ? "source" : "sources"} and ${conversations} ${conversations === 1 ? "conversation" : "conversations"} kept.`;
  return [`Since ${since.slice(0, 10)}: ${kept}`, ...(parts.length === 0 ? ["Nothing was learned."] : parts)].join(
    "\n",
  );
};

const pageLine = ({ id, title, type, at }: DigestPage): string =>
  `${asLine(title, 120)} [[${asLine(id)}]]${type === "" ? "" : ` (${asLine(type)})`} ${at.slice(0, 10)}`;

const listed = <Page extends DigestPage>(
  heading: string,
  pages: readonly Page[],
  line: (page: Page) => string,
): readonly string[] => {
  if (pages.length === 0) return [];
  const rest = pages.length - mostListed;
  return [
    "",
    `${heading}:`,
    ...pages.slice(0, mostListed).map((page) => `- ${line(page)}`),
    ...(rest > 0 ? [`… and ${rest} more.`] : []),
  ];
};
