/** Which lessons may go into a packet: those that no later one replaced, and that speak of what the page is about. Pure. */

import { byCodePoint } from "../../ledger/canonical.ts";
import type { InventoryLesson } from "../earned/deliveries.ts";
import { locationList } from "../earned/detail-values.ts";
import { chainOf } from "../earned/join-lessons.ts";
import type { Candidate } from "./candidates.ts";
import type { PacketLesson, PacketVersion } from "./packet.ts";
import { scoreOf } from "./score.ts";

const mostLessons = 16;

/** The best first; a lesson that took the place of others is also found by what those said. */
export const lessonCandidates = (
  lessons: readonly InventoryLesson[],
  { query, version }: { readonly query: ReadonlySet<string>; readonly version: PacketVersion },
): readonly Candidate[] => {
  const byHash = new Map(lessons.map((lesson) => [lesson.record_hash, lesson]));
  return lessons
    .filter(({ superseded_by }) => superseded_by === null)
    .map((lesson) => {
      const chain = chainOf(lesson, byHash);
      const texts = [lesson, ...chain.flatMap((hash) => byHash.get(hash) ?? [])].flatMap((one) =>
        textsOf(one, version),
      );
      return packetLesson(lesson, { chain, score: scoreOf(query, ...texts) });
    })
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score || byCodePoint(left.record_hash, right.record_hash))
    .slice(0, mostLessons)
    .map((lesson) => ({ name: `lesson:${lesson.record_hash}`, kind: "lesson", score: lesson.score, lesson }));
};

/** The contract counts the words of the locations as a record holds them, their keys too. */
const textsOf = ({ claim, locations }: InventoryLesson, version: PacketVersion): readonly string[] =>
  version === "1"
    ? [claim, locationList(locations)]
    : [
        claim,
        ...locations.flatMap((one) => [one.reference, ...(one.status === "resolved" ? [one.file, one.symbol] : [])]),
      ];

const packetLesson = (
  { seq: _seq, superseded_by: _by, delivery_observation: _seen, ...lesson }: InventoryLesson,
  { chain, score }: { readonly chain: readonly string[]; readonly score: number },
): PacketLesson => ({ ...lesson, supersession_chain: chain, score });
