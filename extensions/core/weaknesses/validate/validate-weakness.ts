/** Holds one weakness to the rules of the format, and to what was noted of it. Pure. */

import type { Baseline } from "../journal-store.ts";
import type { ReadSolution } from "../read-solution.ts";
import type { ReadWeakness } from "../read-weakness.ts";
import { isIterationId, isWeaknessSlug, isWeaknessStatus, type Rejection, rejectionReasons } from "../weakness.ts";
import { weaknessPath } from "../wiki-place.ts";
import { type Breach, breaches } from "./wiki-rules.ts";

/** The line of a key in the front matter of a file. */
export const lineOfKey = ({ markdown }: Pick<ReadWeakness, "markdown">, ...keys: readonly string[]): number => {
  const lines = markdown.text.slice(0, markdown.bodyOffset).split("\n");
  const at = lines.findIndex((line) => keys.some((key) => line.startsWith(`${key}:`)));
  return at === -1 ? 1 : at + 1;
};

export const formBreaches = (file: ReadWeakness): readonly Breach[] => {
  const { weakness, markdown } = file;
  const { path, slug, status, solvedIn } = weakness;
  if (!markdown.hasBlock) {
    const isTold = file.findings.some(({ severity }) => severity === "error");
    return breaches(!isTold && { code: "weakness-front-matter", path, message: "It has no front matter." });
  }
  const solvedLine = lineOfKey(file, "solved_in_iteration", "solved_in_round", "status");
  const seen = new Set<string>();
  return [
    ...breaches(
      !isWeaknessSlug(slug) && {
        code: "weakness-slug",
        path,
        line: lineOfKey(file, "slug"),
        message: `"${slug}" is no slug.`,
      },
      path !== weaknessPath(slug) && {
        code: "weakness-file-name",
        path,
        line: lineOfKey(file, "slug"),
        message: `The file is not named as its slug, ${slug}.`,
      },
      !isWeaknessStatus(status) && {
        code: "weakness-status",
        path,
        line: lineOfKey(file, "status"),
        message: `The status is ${status}.`,
      },
      weakness.discoveredIn === undefined && {
        code: "weakness-discovered",
        path,
        message: "It does not say in which iteration it was discovered.",
      },
      (status === "solved") !== (solvedIn !== undefined) && {
        code: "weakness-solved-in",
        path,
        line: solvedLine,
        message: `It is ${status}, and ${solvedIn === undefined ? "does not say in which iteration" : `says it was solved in ${solvedIn}`}.`,
      },
    ),
    ...weakness.rejections.flatMap((entry) => entryBreaches(path, entry, seen)),
  ];
};

const entryBreaches = (
  path: string,
  { iteration, direction, why, line }: Rejection,
  seen: Set<string>,
): readonly Breach[] => {
  const key = `${iteration} · ${direction}`;
  const isTwice = seen.has(key);
  seen.add(key);
  const said = why.toLowerCase();
  const isKnown = rejectionReasons.some((reason) => said.startsWith(reason.split(" (")[0] ?? reason));
  return breaches(
    (direction === "" || !isIterationId(iteration)) && {
      code: "weakness-rejection-heading",
      path,
      line,
      message: `"${key}" is no heading of a rejected attempt.`,
    },
    !isKnown && {
      code: "weakness-rejection-why",
      path,
      line,
      message: `Why it was rejected is ${why === "" ? "not said" : `"${why}"`}.`,
    },
    isTwice && { code: "weakness-rejection-twice", path, line, message: `${key} stands twice.` },
  );
};

/** What our verbs noted must still be there. */
export const frozenBreaches = (
  file: ReadWeakness,
  { baseline, hash }: { readonly baseline: Baseline | undefined; readonly hash: (text: string) => string },
): readonly Breach[] => {
  if (baseline === undefined) return [];
  const { path, affectedTasks, attackedIn, discoveredIn, rejections } = file.weakness;
  const without = (items: Iterable<string>, those: readonly string[]): string =>
    [...items].filter((item) => !those.includes(item)).join(", ");
  const [grown, gone] = [without(affectedTasks, baseline.tasks), without(baseline.tasks, affectedTasks)];
  const lostAttempts = without(baseline.attacked, attackedIn);
  const lostEntries = [...baseline.rejections].filter((entry) => rejections.every(({ text }) => hash(text) !== entry));
  const tasksLine = lineOfKey(file, "affected_tasks");
  const code = "weakness-frozen-tasks";
  return breaches(
    grown !== "" && { code, path, line: tasksLine, message: `affected_tasks grew by ${grown}, and not by tasks add.` },
    gone !== "" && { code, path, line: tasksLine, message: `affected_tasks lost ${gone}.` },
    baseline.discoveredIn !== undefined &&
      discoveredIn !== baseline.discoveredIn && {
        code: "weakness-frozen-discovery",
        path,
        line: lineOfKey(file, "discovered_in_iteration", "discovered_in_round"),
        message: `It was discovered in ${baseline.discoveredIn}, and now says ${discoveredIn ?? "nothing"}.`,
      },
    lostAttempts !== "" && {
      code: "weakness-attempts-lost",
      path,
      line: lineOfKey(file, "attacked_in_iterations", "attacked_in_rounds"),
      message: `attacked_in_iterations lost ${lostAttempts}.`,
    },
    lostEntries.length > 0 && {
      code: "weakness-rejection-lost",
      path,
      message: `${lostEntries.length} of the rejected attempts that were written here ${lostEntries.length === 1 ? "is" : "are"} gone or altered.`,
    },
  );
};

/** Edges and links that lead nowhere, and a status that nothing backs. */
export const linkBreaches = (
  file: ReadWeakness,
  { slugs, solutions }: { readonly slugs: ReadonlySet<string>; readonly solutions: readonly ReadSolution[] },
): readonly Breach[] => {
  const { path, slug, related, solutionLinks, status } = file.weakness;
  const line = lineOfKey(file, "related");
  const own = solutions.flatMap(({ solution }) => (solution.weakness === slug ? [solution] : []));
  const isDone = status === "completed" || status === "solved";
  return [
    ...related.flatMap(({ slug: other }): readonly Breach[] => {
      if (other === slug)
        return [{ code: "weakness-related-self", path, line, message: "It names itself as related." }];
      const message = `It is related to ${other}, which is not there.`;
      return slugs.has(other) ? [] : [{ code: "weakness-related-missing", path, line, message }];
    }),
    ...solutionLinks
      .filter((id) => own.every((one) => one.id !== id))
      .map((id): Breach => {
        const message = `It links to the solution ${id}, which is not there.`;
        return { code: "weakness-solution-missing", path, line: lineOfKey(file, "solutions"), message };
      }),
    ...breaches(
      isDone &&
        own.every(({ outcome }) => outcome !== "kept") && {
          code: "weakness-status-unbacked",
          path,
          line: lineOfKey(file, "status"),
          message: `It is ${status}, and no solution of it is kept.`,
        },
    ),
  ];
};

/** Existing dashboards split front matter line by line: a comment stays in the value, a nested line is a key of its own. */
export const dashboardBreaches = ({ weakness, markdown }: ReadWeakness): readonly Breach[] => {
  const { path } = weakness;
  if (!markdown.hasBlock) return [];
  const lines = markdown.text.slice(0, markdown.bodyOffset).split("\n");
  const entries = lines.flatMap((text, index) => {
    const [, key = "", value = ""] = /^([A-Za-z_]\w*):\s*(.*)$/.exec(text) ?? [];
    return key === "" ? [] : [{ key, value, line: index + 1 }];
  });
  const absent = ["tags", "affected_tasks"].filter((key) => entries.every((entry) => entry.key !== key));
  return [
    ...entries.flatMap((entry) => entryProblem(path, entry)),
    ...absent.map(
      (key): Breach => ({
        code: "weakness-list-shape",
        path,
        message: `Existing dashboards break off without ${key}.`,
      }),
    ),
  ];
};

const listKeys = ["tags", "affected_tasks", "related"];

const entryProblem = (
  path: string,
  { key, value, line }: { readonly key: string; readonly value: string; readonly line: number },
): readonly Breach[] => {
  if (/\s#/.test(value) && !/^["']/.test(value)) {
    const message = `Existing dashboards take the comment after ${key} for a part of its value.`;
    return [{ code: "weakness-comment", path, line, message }];
  }
  if (listKeys.includes(key) && !/^\[.*\]$/.test(value)) {
    const message = `Existing dashboards read ${key} only as a list on one line.`;
    return [{ code: "weakness-list-shape", path, line, message }];
  }
  if (!/^solved_in_/.test(key) || !/^(?:null|~)?$/.test(value)) return [];
  return [
    { code: "weakness-solved-null", path, line, message: `Existing dashboards show ${key} as if it were solved.` },
  ];
};
