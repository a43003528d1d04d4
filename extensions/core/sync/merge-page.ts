/** Brings two clones' versions of one page together: front matter field by field, text as git merges it. Pure. */

import { editFrontMatter, replaceBody } from "../pages/edit-page.ts";
import { readFrontMatter } from "../pages/front-matter.ts";
import { mergeLines } from "./merge-lines.ts";

export interface PageVersions {
  /** What both have come from; empty for a page that both have made. */
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

export interface MergedPage {
  /** What the page is to hold. */
  readonly text: string;
  /** Our version, for a person to decide on, where both changed the same lines or the same field. */
  readonly proposed?: string;
}

/** Front matter that can't be read is not taken apart: theirs stands, and ours waits for a person. */
export const mergePage = ({ base, ours, theirs }: PageVersions): MergedPage => {
  const [before, own, other] = [readFrontMatter(base), readFrontMatter(ours), readFrontMatter(theirs)];
  if ([before, own, other].some(({ findings }) => findings.some(({ severity }) => severity === "error"))) {
    return { text: theirs, proposed: ours };
  }
  const fields = mergeFields(before.data, own.data, other.data);
  const bodyOf = ({ text, bodyOffset }: typeof own): string => text.slice(bodyOffset);
  const body = mergeLines(bodyOf(before), bodyOf(own), bodyOf(other));
  const shared = editFrontMatter(theirs, fields.shared);
  if (body.isClean && fields.isClean) return { text: replaceBody(shared, body.text) };
  const proposed = editFrontMatter(ours, { ...fields.shared, ...fields.ownOfOurs });
  return { text: body.isClean ? replaceBody(shared, body.text) : shared, proposed };
};

type Fields = Readonly<Record<string, unknown>>;

interface MergedFields {
  /** For both versions; undefined takes a field away. */
  readonly shared: Fields;
  /** What ours says where theirs says otherwise. */
  readonly ownOfOurs: Fields;
  readonly isClean: boolean;
}

const mergeFields = (base: Fields, ours: Fields, theirs: Fields): MergedFields => {
  const shared: Record<string, unknown> = {};
  const ownOfOurs: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(base), ...Object.keys(ours), ...Object.keys(theirs)])) {
    const merged = mergeField(key, { base: base[key], ours: ours[key], theirs: theirs[key] });
    shared[key] = merged.value;
    if (merged.isDisputed) ownOfOurs[key] = ours[key];
  }
  return { shared, ownOfOurs, isClean: Object.keys(ownOfOurs).length === 0 };
};

interface Values {
  readonly base: unknown;
  readonly ours: unknown;
  readonly theirs: unknown;
}

const mergeField = (key: string, { base, ours, theirs }: Values): { value: unknown; isDisputed?: boolean } => {
  if (isSame(ours, theirs) || isSame(ours, base)) return { value: theirs };
  if (isSame(theirs, base)) return { value: ours };
  if (isList(ours) && isList(theirs)) return { value: mergeLists(isList(base) ? base : [], ours, theirs) };
  const agreed = agreedOf(key, ours, theirs);
  return agreed === undefined ? { value: theirs, isDisputed: true } : { value: agreed };
};

/** What holds for both of two different values; undefined where a person has to choose. */
const agreedOf = (key: string, ours: unknown, theirs: unknown): unknown => {
  if (key === "status") return withholding.find((status) => status === ours || status === theirs);
  if (!laterKeys.has(key) || typeof ours !== "string" || typeof theirs !== "string") return undefined;
  return ours > theirs ? ours : theirs;
};

/** Times at which something was last done: the later one holds for both. */
const laterKeys: ReadonlySet<string> = new Set(["timestamp", "updated", "last_updated"]);

/** What either added, without what either took away. */
const mergeLists = (base: readonly unknown[], ours: readonly unknown[], theirs: readonly unknown[]): unknown[] => {
  const has = (list: readonly unknown[], item: unknown): boolean => list.some((one) => isSame(one, item));
  const kept = theirs.filter((item) => has(ours, item) || !has(base, item));
  return [...kept, ...ours.filter((item) => !has(theirs, item) && !has(base, item))];
};

/** The first of these that either says holds for both. */
const withholding = ["rejected", "deprecated", "draft", "stable"] as const;

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);
