/**
 * Lessons that agents emitted and no person has accepted yet: one file a session below the state folder,
 * `staged-lessons/<repository>/<session>.json`. They are nobody's knowledge and are never shown as such.
 */

import type { Files, Platform } from "../../../platform/platform.ts";
import { isWikiError } from "../../errors.ts";
import { addDays, compareInstants, isTime } from "../../instant.ts";
import { isJsonObject, type JsonValue, parseJsonObject } from "../../ledger/canonical.ts";
import { type EmittedLesson, lessonOutputKind, readLessonOutput } from "./lesson-output.ts";
import { parseUsage, type Usage, unknownUsage } from "./usage.ts";

export interface Emission {
  readonly session: string;
  readonly task: string;
  readonly at: string;
  readonly driverProfile: string;
  readonly usage: Usage;
  readonly lessons: readonly EmittedLesson[];
  /** The receipt of the acceptance that took them up. */
  readonly accepted: string | undefined;
}

export interface StagedLessonsStore {
  add(emission: Omit<Emission, "at" | "accepted">): Promise<void>;
  /** Of all sessions, oldest first. */
  of(task: string): readonly Emission[];
  /** Notes that an acceptance took up what waited for the task. */
  accept(task: string, receipt: string): Promise<void>;
}

const keptDays = 90;
const largestFile = 8 * 1024 * 1024;
/** More is noise: the oldest that wait go first. */
const mostOfSession = 50;

export const openStagedLessons = (platform: Platform, commonDir: string): StagedLessonsStore => {
  const key = platform.hash(commonDir).slice(0, 16);
  const { paths, environment } = platform;
  const files = platform.files(paths.join(environment.stateRoot, "staged-lessons", key));
  const placeOf = (session: string): string => `${platform.hash(session).slice(0, 32)}.json`;
  const all = (): readonly (readonly [string, readonly Emission[]])[] =>
    files
      .list("")
      .filter((name) => name.endsWith(".json"))
      .map((name) => [name, emissionsIn(files, name)] as const);
  return {
    of: (task) =>
      all()
        .flatMap(([, emissions]) => emissions)
        .filter((one) => one.task === task)
        .sort((left, right) => compareInstants(left.at, right.at)),
    add: async (emission) => {
      const place = placeOf(emission.session);
      const at = platform.now();
      await files.withLock(place, () => {
        const known = emissionsIn(files, place).slice(1 - mostOfSession);
        return files.write(place, textOf([...known, { ...emission, at, accepted: undefined }]));
      });
      await sweep(files, all(), addDays(at, -keptDays));
    },
    accept: async (task, receipt) => {
      for (const [place, seen] of all()) {
        if (!seen.some((one) => one.task === task && one.accepted === undefined)) continue;
        await files.withLock(place, () => {
          const marked = emissionsIn(files, place).map((one) =>
            one.task === task && one.accepted === undefined ? { ...one, accepted: receipt } : one,
          );
          return files.write(place, textOf(marked));
        });
      }
    },
  };
};

const sweep = async (
  files: Files,
  all: readonly (readonly [string, readonly Emission[]])[],
  oldest: string,
): Promise<void> => {
  for (const [place, emissions] of all) {
    const last = emissions.at(-1)?.at;
    if (last !== undefined && compareInstants(last, oldest) < 0) await files.remove(place);
  }
};

const textOf = (emissions: readonly Emission[]): string =>
  `${JSON.stringify({ emissions: emissions.map(({ accepted, ...rest }) => ({ ...rest, accepted: accepted ?? null })) })}\n`;

/** What can't be read is not there: it was never earned. */
const emissionsIn = (files: Files, place: string): readonly Emission[] => {
  try {
    const { emissions } = parseJsonObject(files.readText(place, largestFile) ?? "") ?? {};
    return Array.isArray(emissions) ? emissions.flatMap(emissionOf) : [];
  } catch (error) {
    if (isWikiError(error)) return [];
    throw error;
  }
};

const emissionOf = (value: JsonValue): readonly Emission[] => {
  if (!isJsonObject(value)) return [];
  const { session, task, at, driverProfile, usage, lessons, accepted } = value;
  if (typeof session !== "string" || typeof task !== "string" || typeof driverProfile !== "string") return [];
  if (typeof at !== "string" || !isTime(at) || lessons === undefined) return [];
  const document = { kind: lessonOutputKind, schema_version: 1, lessons };
  return [
    {
      session,
      task,
      at,
      driverProfile,
      usage: parseUsage(usage) ?? unknownUsage,
      lessons: readLessonOutput(document),
      accepted: typeof accepted === "string" ? accepted : undefined,
    },
  ];
};
