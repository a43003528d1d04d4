/** Gathers trajectories of one matter, the skills that they may belong to, and those that must not come back. */

import { isLearned, learnedTypes } from "../../skills/learned/learned-skill.ts";
import { leadOf } from "../../sources/lead.ts";
import { type Packet, readExtracted } from "../../sources/packet-store.ts";
import { outcomeOf, readable, type Trajectory } from "../../trajectories/packet.ts";
import { readTrajectory } from "../../trajectories/trajectory-store.ts";
import { similarNotes } from "../../trust/similar-notes.ts";
import type { KnownPage, RelatedTrajectories, TrajectorySummary, WithheldSkill } from "../material.ts";
import {
  type Batch,
  cut,
  isLive,
  knownPage,
  neighboursOf,
  type PrepareParts,
  type PrepareRequest,
  packetsFor,
} from "../prepare-parts.ts";
import {
  groupTrajectories,
  isContradicting,
  type TrajectoryGroup,
  type TrajectoryText,
  textOfTrajectory,
} from "./group-trajectories.ts";

/** Of those that wait the oldest are looked at. */
const mostLooked = 60;
const mostTrajectories = 6;
const mostGroups = 3;
const previewLength = 900;
const mostWithheld = 30;

interface Known {
  readonly packet: Packet;
  readonly trajectory: Trajectory;
  readonly text: TrajectoryText;
}

export const trajectories = async ({ ids }: PrepareRequest, parts: PrepareParts): Promise<Batch> => {
  const waiting = packetsFor("TRJ", ids, parts);
  const known = new Map(
    waiting.slice(0, mostLooked).flatMap((packet) => {
      const one = knownOf(packet, parts);
      return one === undefined ? [] : [[packet.id, one] as const];
    }),
  );
  const found = groupTrajectories([...known.values()].map(({ text }) => text));
  const groups: RelatedTrajectories[] = [];
  for (const group of firstOf(found)) groups.push(await relatedOf(group, known, parts));
  const given = groups.reduce((sum, { trajectories: own }) => sum + own.length, 0);
  return {
    material: { kind: "trajectory", groups, withheld: withheldSkills(parts) },
    waiting: Math.max(0, waiting.length - given),
  };
};

/** A damaged packet is lint's and verify's to report. */
const knownOf = (packet: Packet, { vault }: PrepareParts): Known | undefined => {
  const trajectory = readTrajectory(vault, packet);
  if (trajectory === undefined || packet.manifest === undefined) return undefined;
  const { title, extra } = packet.manifest;
  return {
    packet,
    trajectory,
    text: textOfTrajectory({ id: packet.id, title, outcome: outcomeOf(extra) }, trajectory),
  };
};

/** A group that is too large is given in parts, so that one reading is enough for each. */
const firstOf = (groups: readonly TrajectoryGroup[]): readonly TrajectoryGroup[] => {
  const taken: TrajectoryGroup[] = [];
  let room = mostTrajectories;
  for (const { ids, shared } of groups.slice(0, mostGroups)) {
    if (room === 0) break;
    taken.push({ ids: ids.slice(0, room), shared });
    room -= Math.min(room, ids.length);
  }
  return taken;
};

const relatedOf = async (
  { ids, shared }: TrajectoryGroup,
  known: ReadonlyMap<string, Known>,
  parts: PrepareParts,
): Promise<RelatedTrajectories> => {
  const all = ids.flatMap((id) => known.get(id) ?? []);
  const titles = all.map(({ text, trajectory }) => `${text.title}\n${cut(readable(trajectory.prompt), 300)}`);
  return {
    trajectories: all.map((one) => summaryOf(one, parts)),
    shared,
    contradicting: isContradicting(all.map(({ text }) => text)),
    neighbours: await skillsLike(
      all.map(({ text }) => text.title),
      titles.join("\n"),
      parts,
    ),
  };
};

const summaryOf = ({ packet, trajectory, text }: Known, { vault, platform }: PrepareParts): TrajectorySummary => ({
  id: packet.id,
  path: platform.paths.join(vault.root, packet.path, "extracted.md"),
  steps_path: platform.paths.join(vault.root, packet.path, "packet.json"),
  title: text.title,
  captured_at: packet.manifest?.captured_at ?? packet.manifest?.captured ?? "",
  outcome: text.outcome,
  steps: trajectory.steps.length,
  preview: leadOf(readExtracted(vault, packet) ?? "", previewLength),
});

/** By words, and by titles that are nearly the same. */
const skillsLike = async (
  titles: readonly string[],
  text: string,
  parts: PrepareParts,
): Promise<readonly KnownPage[]> => {
  const skills = parts.facts.filter((page) => isLive(page) && isLearned(page));
  const like = titles.flatMap((title) => similarNotes({ title, type: "skill" }, skills).map(({ id }) => id));
  const byTitle = skills.filter(({ id }) => like.includes(id)).map((page) => knownPage(page, parts));
  const near = await neighboursOf(text, parts, learnedTypes);
  return [...byTitle, ...near.filter(({ id }) => !like.includes(id))];
};

const withheldSkills = ({ facts, read }: PrepareParts): readonly WithheldSkill[] =>
  facts
    .filter((page) => !isLive(page) && isLearned(page))
    .slice(0, mostWithheld)
    .map(({ id, title }) => {
      const reason = read(id)?.data["status_reason"];
      return { id, title, reason: typeof reason === "string" ? reason : "" };
    });
