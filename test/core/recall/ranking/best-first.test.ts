import fc from "fast-check";
import { expect, test } from "vitest";
import { bestFirst } from "../../../../extensions/core/recall/ranking/best-first.ts";
import { PartScores } from "../../../../extensions/core/recall/ranking/score.ts";
import { prepareTerm, statisticsOf } from "../../../../extensions/core/recall/ranking/term.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { writerOf } from "../recall-world.ts";

const pagesOf = (name: string, counts: readonly number[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    counts.map((count, at) => [`${name}/${String(at).padStart(5, "0")}`, `${"lamp ".repeat(count)}tower\n`]),
  );

test("pages come by score, equal ones by path, as sorting all of them would have it", () => {
  verifies("recall.rank-order");
  const counts = fc.array(fc.nat(6), { maxLength: 900 });
  fc.assert(
    fc.property(counts, counts, (first, second) => {
      const parts = [writerOf(pagesOf("a", first)), writerOf(pagesOf("b", second))];
      const statistics = statisticsOf(parts);
      const term = prepareTerm({ alternatives: ["lamp"], weight: 1, pair: false }, parts, statistics);
      const scores = parts.map((part, number) => new PartScores(part, number, statistics));
      for (const part of scores) part.add([term]);
      const all = scores.flatMap((part) => Array.from(part.matches, (page) => part.scored(page)));
      const path = ({ part, page }: { part: number; page: number }): string => parts[part]?.path(page) ?? "";
      all.sort((left, right) => right.score - left.score || (path(left) < path(right) ? -1 : 1));
      expect([...bestFirst(scores)].map(path)).toEqual(all.map(path));
    }),
    { numRuns: 12 },
  );
});
