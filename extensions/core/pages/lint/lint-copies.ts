/** Lints what several pages say together: equal ids, equal titles, and succession that contradicts itself. Pure. */

import type { Finding } from "../../finding.ts";
import type { Page } from "../page.ts";

export const lintCopies = (pages: readonly Page[]): readonly Finding[] => [
  ...sameIds(pages),
  ...sameTitles(pages),
  ...circles(pages),
];

const groupsOf = (pages: readonly Page[], key: (page: Page) => string): readonly (readonly Page[])[] => {
  const groups = new Map<string, Page[]>();
  for (const page of pages) {
    const name = key(page);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [page]);
    else group.push(page);
  }
  return [...groups.values()].filter((group) => group.length > 1);
};

const othersThan = (page: Page, group: readonly Page[], part: "path" | "id"): string =>
  group
    .filter((other) => other !== page)
    .slice(0, 3)
    .map((other) => other[part])
    .join(", ");

const sameIds = (pages: readonly Page[]): readonly Finding[] =>
  groupsOf(pages, ({ id }) => id.normalize("NFC").toLowerCase()).flatMap((group) =>
    group.map((page) => ({
      code: "duplicate-id",
      severity: "error",
      path: page.path,
      line: 0,
      message: `Its id can't be told from that of ${othersThan(page, group, "path")} on every file system.`,
      remedy: "Rename one of the files.",
    })),
  );

const sameTitles = (pages: readonly Page[]): readonly Finding[] => {
  const live = pages.filter(({ status }) => status !== "deprecated");
  const foldTitle = ({ title }: Page): string => title.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
  return groupsOf(live, foldTitle).flatMap((group) =>
    group.map((page) => ({
      code: "duplicate-title",
      severity: "info",
      path: page.path,
      line: 0,
      message: `Its title is also that of ${othersThan(page, group, "id")}.`,
      remedy: "Merge the pages, or say in the titles what sets them apart.",
    })),
  );
};

/** Pages that, over one or more steps, supersede themselves. */
const circles = (pages: readonly Page[]): readonly Finding[] => {
  const inCircle = circular(successions(pages));
  return pages
    .filter(({ id }) => inCircle.has(id))
    .map(({ path }) => ({
      code: "contradictory-supersedes",
      severity: "error",
      path,
      line: 0,
      message: "It supersedes a page that supersedes it.",
      remedy: "Correct supersedes and superseded_by, so that one page is the latest.",
    }));
};

/** From each newer page to the older ones. */
const successions = (pages: readonly Page[]): Map<string, Set<string>> => {
  const older = new Map<string, Set<string>>(pages.map(({ id }) => [id, new Set()]));
  for (const { id, supersedes, supersededBy } of pages) {
    for (const old of supersedes) if (older.has(old)) older.get(id)?.add(old);
    for (const newer of supersededBy) older.get(newer)?.add(id);
  }
  return older;
};

/** What is left when pages without an older and pages without a newer one are taken away again and again. */
const circular = (older: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> => {
  const newer = new Map<string, string[]>([...older.keys()].map((id) => [id, []]));
  for (const [id, olds] of older) for (const old of olds) newer.get(old)?.push(id);
  const left = new Set(older.keys());
  const peel = (ahead: ReadonlyMap<string, Iterable<string>>, behind: ReadonlyMap<string, Iterable<string>>): void => {
    const counts = new Map(
      [...left].map((id) => [id, [...(ahead.get(id) ?? [])].filter((one) => left.has(one)).length]),
    );
    const free = [...left].filter((id) => counts.get(id) === 0);
    for (let id = free.pop(); id !== undefined; id = free.pop()) {
      left.delete(id);
      for (const other of behind.get(id) ?? []) {
        const count = (counts.get(other) ?? 0) - 1;
        counts.set(other, count);
        if (count === 0) free.push(other);
      }
    }
  };
  peel(older, newer);
  peel(newer, older);
  return left;
};
