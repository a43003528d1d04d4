/** The weakness wiki as a read-only layer of recall: "was this tried before?", answered with rejected attempts so labelled. */

import type { Platform } from "../../platform/platform.ts";
import { WikiError } from "../errors.ts";
import { flowValue } from "../pages/front-matter/yaml-value.ts";
import { parsePage } from "../pages/parse-page.ts";
import { languageOf } from "../recall/analysis/language.ts";
import { loadStemmers } from "../recall/analysis/stem.ts";
import { excerptOf } from "../recall/excerpt.ts";
import { IndexWriter } from "../recall/indexing/index-writer.ts";
import { rank } from "../recall/ranking/rank.ts";
import { statisticsOf } from "../recall/ranking/term.ts";
import type { RecallAnswer, RecallHit, RecallRequest } from "../recall/recall.ts";
import type { Settings } from "../settings.ts";
import { usualRunDir } from "./open-run.ts";
import { openWikiReader, type WeaknessNode, type WikiReader } from "./read-wiki-store.ts";
import { openRunPlace } from "./run-place.ts";

/** Adds what the run's weakness wiki knows to an answer; the answer itself where there is none. */
export type RecallRun = (request: RecallRequest, answer: RecallAnswer) => Promise<RecallAnswer>;

/** One weakness, solution or rejected attempt. */
interface Unit {
  readonly id: string;
  readonly type: "weakness" | "solution" | "attempt";
  readonly title: string;
  readonly status: string;
  readonly labels: readonly string[];
  readonly body: string;
  /** Relative to the run directory. */
  readonly path: string;
}

interface Indexed {
  readonly key: string;
  readonly units: readonly Unit[];
  readonly part: IndexWriter;
}

const usualLimit = 5;
const mostHits = 20;

export const openRecallRun = (platform: Platform, settings: Pick<Settings, "runDir">): RecallRun => {
  let reader: { readonly runDir: string; readonly wiki: WikiReader } | undefined;
  let indexed: Indexed | undefined;

  const current = async (): Promise<Indexed | undefined> => {
    const place = placeOf(platform, settings);
    if (place === undefined) return undefined;
    if (reader?.runDir !== place.runDir) reader = { runDir: place.runDir, wiki: openWikiReader(place.files) };
    const units = reader.wiki.read().weaknesses.flatMap(unitsOf);
    const key = platform.hash(JSON.stringify(units));
    if (indexed?.key !== key) indexed = { key, units, part: await indexOf(units, platform) };
    return indexed;
  };
  return async (request, answer) => {
    if (!isAsked(request)) return answer;
    const found = await current();
    const runDir = reader?.runDir;
    if (found === undefined || found.units.length === 0 || runDir === undefined) return answer;
    const absolute = (path: string): string => platform.paths.join(runDir, path);
    return merged(answer, hitsOf(request, found, absolute), request);
  };
};

/** A run that is not named, or named so that it can't be opened, knows nothing. */
const placeOf = (
  platform: Platform,
  settings: Pick<Settings, "runDir">,
): ReturnType<typeof openRunPlace> | undefined => {
  const named = usualRunDir(platform, settings);
  if (named === undefined) return undefined;
  try {
    return openRunPlace(platform, named);
  } catch (error) {
    if (error instanceof WikiError) return undefined; // Whoever calls a verb on it is told.
    throw error;
  }
};

/** Of other times nothing is known, and the personal layer is another one. */
const isAsked = ({ layer, asOf, knownAt, automatic }: RecallRequest): boolean =>
  layer !== "personal" && asOf === undefined && knownAt === undefined && automatic !== true;

const unitsOf = (weakness: WeaknessNode): readonly Unit[] => {
  const { slug, title, status, whatFails, tasks, references, path } = weakness;
  const lines = [...tasks, ...references].map(({ of, note }) => `- ${of}: ${note}`);
  return [
    {
      id: `weaknesses/${slug}`,
      type: "weakness",
      title,
      status,
      labels: [status],
      body: [whatFails, ...lines, weakness.tags.join(" ")].join("\n"),
      path,
    },
    ...weakness.rejections.map(
      ({ iteration, direction, thesis, change, metrics, why }): Unit => ({
        id: `weaknesses/${slug}/${iteration}-${direction}`,
        type: "attempt",
        title: `${title}: ${direction.replaceAll("-", " ")} (${iteration})`,
        status: "rejected",
        labels: ["rejected"],
        body: [`Thesis: ${thesis}`, `Change: ${change}`, `Metrics: ${metrics}`, `Why rejected: ${why}`].join("\n"),
        path,
      }),
    ),
    ...weakness.solutions.map(
      ({ id, title: said, thesis, outcome, changes, path: folder }): Unit => ({
        id: `solutions/${slug}/${id}`,
        type: "solution",
        title: `${title}: ${said} (${id})`,
        status: outcome,
        labels: [outcome],
        body: [thesis, ...changes.map(({ of, note }) => `- ${of}: ${note}`)].join("\n"),
        path: `${folder}/solution.md`,
      }),
    ),
  ];
};

const indexOf = async (units: readonly Unit[], { hash }: Pick<Platform, "hash">): Promise<IndexWriter> => {
  const part = new IndexWriter();
  const pages = units.map(({ title, type, body }, index) => {
    const text = `---\ntype: ${type}\ntitle: ${flowValue(title)}\n---\n\n${body}\n`;
    return parsePage({ path: `wiki/${index}.md`, text });
  });
  await loadStemmers(pages.map(({ body }) => languageOf(body)));
  for (const page of pages) {
    part.add({ page, state: { path: page.path, size: 0, mtimeMs: 0, inode: 0 }, hash: hash(page.body) });
  }
  return part;
};

const hitsOf = (
  request: RecallRequest,
  { part, units }: Indexed,
  absolute: (path: string) => string,
): readonly RecallHit[] => {
  const { types = [], query } = request;
  const unitOf = (path: string): Unit | undefined => units[Number(/^wiki\/(\d+)\.md$/.exec(path)?.[1])];
  const { ranked } = rank({
    parts: [part],
    statistics: statisticsOf([part]),
    prompt: query,
    limit: usualLimit,
    exclude: ({ type }) => (types.length > 0 && !types.includes(type) ? "other-type" : undefined),
    weigh: () => 1,
    textOf: ({ path }) => unitOf(path)?.body,
  });
  return ranked.flatMap(({ facts, score }) => {
    const unit = unitOf(facts.path);
    if (unit === undefined) return [];
    const { id, title, type, status, labels, path, body } = unit;
    const shown = { id, path: absolute(path), title, type, status, labels, excerpt: excerptOf(body, undefined) };
    const rounded = Math.round(score * 1000) / 1000;
    return [{ ...shown, layer: "project", tier: "unverified", score: rounded, sources: [], hash: facts.hash }];
  });
};

/** The two are measured on texts of their own: the wiki of the run has half of the places, and more where pages leave some. */
const merged = (
  answer: RecallAnswer,
  found: readonly RecallHit[],
  { limit = usualLimit }: RecallRequest,
): RecallAnswer => {
  if (found.length === 0) return answer;
  const places = Math.min(mostHits, Math.max(1, limit));
  const own = Math.min(found.length, Math.max(Math.ceil(places / 2), places - answer.hits.length));
  const hits = [...answer.hits.slice(0, places - own), ...found.slice(0, own)];
  return { ...answer, hits, total: answer.total + found.length };
};
