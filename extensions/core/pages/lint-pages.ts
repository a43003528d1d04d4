/** Lints the pages of a vault: what each says, how they link, and what is missing. Pure. */

import type { Instant } from "../../platform/platform.ts";
import type { Finding } from "../finding.ts";
import { atOnce, type Steps } from "../steps.ts";
import { LinkNames, namesOf } from "./link-names.ts";
import { lintCopies } from "./lint/lint-copies.ts";
import { lintFields, type PageRemark } from "./lint/lint-fields.ts";
import { type Gap, gapsIn, lintLinks, type PageLinks } from "./lint/lint-links.ts";
import type { Page } from "./page.ts";

export interface LintContext {
  /** Ids of the vault's packets. */
  readonly packets: Iterable<string>;
  readonly now: Instant;
  /** Ids of pages whose ledger event says where they come from. */
  readonly origins?: ReadonlySet<string>;
  /** Ids of pages whose words are not to be repeated: of them only damage is told. */
  readonly withheld?: ReadonlySet<string>;
}

export interface Lint {
  /** By path and line. */
  readonly findings: readonly Finding[];
  readonly gaps: readonly Gap[];
}

export const lintPages = (pages: readonly Page[], context: LintContext): Lint => atOnce(lintSteps(pages, context));

/** The same, one step a page. */
export function* lintSteps(pages: readonly Page[], { packets, now, origins, withheld }: LintContext): Steps<Lint> {
  const isWithheld = ({ id }: Page): boolean => withheld?.has(id) === true;
  const known = new LinkNames(packets);
  for (const page of pages) known.add(namesOf(page));
  yield;
  const linked = new Map<Page, PageLinks>();
  const findings: Finding[] = [];
  const tell = (page: Page, remarks: readonly PageRemark[]): void => {
    for (const remark of remarks) findings.push({ ...remark, path: page.path });
  };
  for (const page of pages) {
    const links = lintLinks(page, known);
    linked.set(page, links);
    findings.push(...page.findings);
    if (!isWithheld(page)) {
      tell(page, lintFields(page, { now, cites: links.cites, hasOrigin: origins?.has(page.id) ?? false }));
      tell(page, links.remarks);
    }
    yield;
  }
  const inbound = inboundIds(linked);
  for (const page of pages) {
    if (!inbound.has(page.id) && page.status !== "deprecated" && !isWithheld(page)) tell(page, [orphan]);
  }
  yield;
  findings.push(...lintCopies(pages));
  yield;
  const mentions = [...linked].flatMap(([page, { missing }]) =>
    isWithheld(page) ? [] : missing.map((target) => ({ page: page.id, target })),
  );
  return { findings: findings.sort(byPlace), gaps: gapsIn(mentions, known) };
}

const orphan: PageRemark = {
  code: "orphan",
  severity: "info",
  line: 0,
  message: "No other page links to it.",
  remedy: "Link to it from a page that readers come through.",
};

/** Pages that another page links to, or names as superseded or superseding. */
const inboundIds = (linked: ReadonlyMap<Page, PageLinks>): ReadonlySet<string> => {
  const inbound = new Set<string>();
  for (const [{ id, supersedes, supersededBy }, { outbound }] of linked) {
    for (const other of [...outbound, ...supersedes, ...supersededBy]) if (other !== id) inbound.add(other);
  }
  return inbound;
};

const byPlace = (a: Finding, b: Finding): number => {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.line - b.line || (a.code < b.code ? -1 : Number(a.code > b.code));
};
