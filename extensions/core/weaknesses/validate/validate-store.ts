/** Holds a whole weakness wiki to the rules of the format: each finding says where, which rule, and what to do. Reads only. */

import type { Files } from "../../../platform/platform.ts";
import type { Finding } from "../../finding.ts";
import { isInstant } from "../../instant.ts";
import { readLedger } from "../gate-store.ts";
import { readBaselines } from "../journal-store.ts";
import type { ReadWeakness } from "../read-weakness.ts";
import type { WikiReading } from "../read-wiki-store.ts";
import type { Round } from "../weakness.ts";
import { weaknessPath } from "../wiki-place.ts";
import { solutionBreaches } from "./validate-solution.ts";
import { dashboardBreaches, formBreaches, frozenBreaches, lineOfKey, linkBreaches } from "./validate-weakness.ts";
import { type Breach, breaches, toFinding } from "./wiki-rules.ts";

export interface ValidateParts {
  readonly files: Files;
  readonly hash: (text: string) => string;
}

/** Sorted by path and line. */
export const validateWiki = (reading: WikiReading, { files, hash }: ValidateParts): readonly Finding[] => {
  const { wiki, weaknessFiles, solutionFiles } = reading;
  const baselines = readBaselines(files);
  const ledger = readLedger(files);
  const owners = new Map(weaknessFiles.map(({ weakness }) => [weakness.slug, weakness]));
  const slugs = new Set(owners.keys());
  const found = [
    ...weaknessFiles.flatMap((file) => [
      ...formBreaches(file),
      ...frozenBreaches(file, { baseline: baselines.get(file.weakness.slug), hash }),
      ...linkBreaches(file, { slugs, solutions: solutionFiles }),
      ...dashboardBreaches(file),
    ]),
    ...repeated(weaknessFiles),
    ...solutionFiles.flatMap((file) => {
      const { weakness } = file.solution;
      return solutionBreaches(file, { owner: owners.get(weakness), baseline: baselines.get(weakness), ledger });
    }),
    ...[...baselines.keys()].filter((slug) => !slugs.has(slug)).map(lost),
    ...wiki.rounds.flatMap(roundBreaches),
  ];
  return [...wiki.findings, ...found.map(toFinding)].sort(
    (a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) || a.line - b.line,
  );
};

const repeated = (files: readonly ReadWeakness[]): readonly Breach[] => {
  const seen = new Set<string>();
  return files.flatMap((file) => {
    const { slug, path } = file.weakness;
    const isSecond = seen.has(slug);
    seen.add(slug);
    const message = `The slug ${slug} is another file's too.`;
    return breaches(isSecond && { code: "weakness-slug-twice", path, line: lineOfKey(file, "slug"), message });
  });
};

const lost = (slug: string): Breach => ({
  code: "weakness-lost",
  path: weaknessPath(slug),
  line: 0,
  message: `The weakness ${slug} was written, and is gone.`,
});

const roundBreaches = ({ path, startedAt, completedAt, split, metrics }: Round): readonly Breach[] => {
  if (startedAt === undefined && metrics.length === 0) {
    return [{ code: "weakness-round-empty", path, message: "It has neither a time nor metrics." }];
  }
  const wrong = (name: string, time: string | undefined): Breach | false =>
    time !== undefined && !isInstant(time) && { code: "weakness-time", path, message: `${name} is ${time}.` };
  return breaches(
    wrong("started_at", startedAt),
    wrong("completed_at", completedAt),
    !["train", "val", "test"].includes(split) && { code: "weakness-split", path, message: `The split is ${split}.` },
  );
};
