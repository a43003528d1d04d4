/** Parts many pages into groups that say something: by type, then by their most telling tag or folder. Pure. */

/** Names a page in the graph. */
export const keyOf = ({ vault, id }) => `${vault}/${id}`;

const rest = "others";
const mostGroups = 24;

/** By level: what a group of that level is called for a page. */
const levels = [({ type }) => type, ({ tags, id }) => tags[0] ?? folderOf(id)];

const folderOf = (id) => (id.includes("/") ? id.slice(0, id.indexOf("/")) : rest);

/**
 * At the end of a path of group names: the groups there with the links between them, or the pages when they are few
 * enough, or can't be parted any more. Then the most linked come first.
 */
export const groupsOf = (pages, { path, most }) => {
  let inside = pages;
  for (const [level, name] of path.entries()) inside = partition(inside, level).get(name) ?? [];
  const parts = inside.length <= most || path.length >= levels.length ? new Map() : partition(inside, path.length);
  if (parts.size < 2) return { pages: mostLinked(inside).slice(0, most), total: inside.length };
  const nameOf = new Map([...parts].flatMap(([name, members]) => members.map((page) => [keyOf(page), name])));
  const groups = [...parts].map(([name, members]) => ({ name, count: members.length, type: commonType(members) }));
  return { groups, links: linksBetween(inside, nameOf), total: inside.length };
};

/** The largest groups by name; small ones together. */
const partition = (pages, level) => {
  const name = levels[level];
  const parts = new Map();
  for (const page of pages) {
    const members = parts.get(name(page));
    if (members === undefined) parts.set(name(page), [page]);
    else members.push(page);
  }
  const sorted = [...parts].sort(([, a], [, b]) => b.length - a.length);
  if (sorted.length <= mostGroups) return new Map(sorted);
  const small = sorted.slice(mostGroups - 1).flatMap(([, members]) => members);
  return new Map([...sorted.slice(0, mostGroups - 1), [rest, small]]);
};

const commonType = (pages) => {
  const counts = new Map();
  for (const { type } of pages) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
};

const linksBetween = (pages, nameOf) => {
  const counts = new Map();
  for (const page of pages) {
    const from = nameOf.get(keyOf(page));
    for (const target of page.links) {
      const to = nameOf.get(keyOf({ vault: page.vault, id: target }));
      if (to === undefined || to === from) continue;
      const pair = from < to ? `${from}\n${to}` : `${to}\n${from}`;
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
    }
  }
  return [...counts].map(([pair, count]) => ({ from: pair.split("\n")[0], to: pair.split("\n")[1], count }));
};

const degreesOf = (pages) => {
  const degrees = new Map();
  const add = (key) => degrees.set(key, (degrees.get(key) ?? 0) + 1);
  for (const page of pages) {
    for (const target of page.links) {
      add(keyOf(page));
      add(keyOf({ vault: page.vault, id: target }));
    }
  }
  return degrees;
};

const mostLinked = (pages) => {
  const degrees = degreesOf(pages);
  const degree = (page) => degrees.get(keyOf(page)) ?? 0;
  return [...pages].sort((a, b) => degree(b) - degree(a) || (a.id < b.id ? -1 : 1));
};

const linkedPairs = (pages, known) =>
  pages.flatMap((page) =>
    page.links
      .map((target) => [keyOf(page), keyOf({ vault: page.vault, id: target })])
      .filter(([, to]) => known.has(to)),
  );

const endsOf = (pairs) => {
  const ends = new Map();
  const add = (from, to) => {
    const known = ends.get(from);
    if (known === undefined) ends.set(from, [to]);
    else known.push(to);
  };
  for (const [from, to] of pairs) {
    add(from, to);
    add(to, from);
  }
  return ends;
};

const mostSecond = 60;

/** A page, what it links to and what links to it, and what those are linked with, up to a number. */
export const neighboursOf = (focus, pages, most) => {
  const known = new Map(pages.map((page) => [keyOf(page), page]));
  const ends = endsOf(linkedPairs(pages, known));
  const found = new Set([keyOf(focus)]);
  let edge = [...found];
  for (const limit of [most, Math.min(most, mostSecond)]) {
    edge = [...new Set(edge.flatMap((key) => ends.get(key) ?? []))].filter((key) => !found.has(key));
    for (const key of edge.slice(0, Math.max(0, limit - found.size))) found.add(key);
  }
  return [...found].map((key) => known.get(key));
};
