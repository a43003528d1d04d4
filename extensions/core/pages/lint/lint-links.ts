/** Lints the links between pages, and finds what pages mention and nothing covers. Pure. */

import type { LinkTargets } from "../link-names.ts";
import { extractLinks, type Link, packetIn } from "../links.ts";
import type { Page } from "../page.ts";
import { resolveLink } from "../resolve-link.ts";
import { slugify } from "../slug.ts";
import type { PageRemark } from "./lint-fields.ts";

/** A topic that pages mention and no page covers. */
export interface Gap {
  readonly topic: string;
  /** Page ids, sorted. */
  readonly mentioned_by: readonly string[];
}

export interface PageLinks {
  readonly remarks: readonly PageRemark[];
  /** Ids of the pages and packets it leads to. */
  readonly outbound: ReadonlySet<string>;
  /** Whether it names a packet as its source. */
  readonly cites: boolean;
  /** Targets that lead nowhere. */
  readonly missing: readonly string[];
}

export const lintLinks = (page: Page, known: LinkTargets): PageLinks => {
  const remarks: PageRemark[] = [];
  const outbound = new Set<string>();
  const missing: string[] = [];
  const lines = lineCounter(page);
  const links = extractLinks(page.body);
  const cites = links.some(({ kind }) => kind === "source" || kind === "trajectory");
  for (const link of links) {
    const { id, candidates } = resolveLink(link, page.id, known);
    if (id !== undefined) {
      outbound.add(id);
      continue;
    }
    const line = lines(link.offset);
    if (candidates.length > 0) remarks.push(ambiguous(link, line, candidates));
    else if (isPlaceholder(link.target)) remarks.push(placeholder(link, line));
    else {
      remarks.push(broken(link, line, pagesOfName(link.target, known)));
      if (packetIn(link.target) === undefined) missing.push(link.target);
    }
  }
  return { remarks, outbound, cites, missing };
};

/** Lines of ascending offsets, each part of the body read once. */
const lineCounter = ({ body, bodyLine }: Page): ((offset: number) => number) => {
  let line = bodyLine;
  let at = 0;
  return (offset) => {
    for (let next = body.indexOf("\n", at); next !== -1 && next < offset; next = body.indexOf("\n", at)) {
      line++;
      at = next + 1;
    }
    return line;
  };
};

const ambiguous = ({ target }: Link, line: number, candidates: readonly string[]): PageRemark => ({
  code: "ambiguous-link",
  severity: "warning",
  line,
  message: `The link "${target}" could mean ${candidates.slice(0, 5).join(" or ")}.`,
  remedy: "Write the id of the page that is meant.",
});

const placeholder = ({ target }: Link, line: number): PageRemark => ({
  code: "placeholder-link",
  severity: "warning",
  line,
  message: `The link "${target}" is a placeholder of a template.`,
  remedy: "Put in the page that is meant, or remove the link.",
});

const broken = ({ target }: Link, line: number, near: readonly string[]): PageRemark => ({
  code: "broken-link",
  severity: "warning",
  line,
  message: `The link "${target}" leads nowhere.`,
  remedy: near.length === 0 ? "Correct it, or write the page." : `Perhaps ${near.slice(0, 3).join(" or ")} is meant.`,
});

/** Names that templates and instructions use where a real one should come. */
const placeholderName =
  /\.\.\.|…|[<>{}]|YYYY|-N{3}\b|-X{3}\b|(?:^|\/)(?:folder|path\/to)\/|(?:^|\/)(?:related-page|page-name|page-id|other-page|your-page)(?:\.md)?$/i;

const isPlaceholder = (target: string): boolean => placeholderName.test(target);

const lastPart = (target: string): string => target.replace(/\.md$/i, "").replace(/\/+$/, "").replace(/^.*\//s, "");

/** Pages that go by the last part of a target that was not found as a whole. */
const pagesOfName = (target: string, { named }: LinkTargets): readonly string[] => {
  const name = slugify(lastPart(target));
  return named.map((map) => map.get(name)).find((ids) => ids !== undefined) ?? [];
};

interface Mention {
  readonly page: string;
  readonly target: string;
}

/** Topics that at least two pages link to; the same name in another folder covers a topic. */
export const gapsIn = (mentions: readonly Mention[], known: LinkTargets): readonly Gap[] => {
  const topics = new Map<string, Mention[]>();
  for (const mention of mentions) {
    const name = slugify(lastPart(mention.target));
    if (name === "untitled" || pagesOfName(mention.target, known).length > 0) continue;
    const found = topics.get(name);
    if (found === undefined) topics.set(name, [mention]);
    else found.push(mention);
  }
  return [...topics.values()]
    .map((found) => ({ topic: topicOf(found), mentioned_by: [...new Set(found.map(({ page }) => page))].sort() }))
    .filter((gap) => gap.mentioned_by.length >= 2)
    .sort((a, b) => (a.topic < b.topic ? -1 : 1));
};

/** The spelling that is used most, of equals the first in order. */
const topicOf = (mentions: readonly Mention[]): string => {
  const counts = new Map<string, number>();
  for (const { target } of mentions) counts.set(target, (counts.get(target) ?? 0) + 1);
  const [first] = [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
  return first?.[0].replace(/\.md$/i, "").replace(/^(?:\.{0,2}\/)+/, "") ?? "";
};
