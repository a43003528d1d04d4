/** What to attack next: weaknesses that still stand, what was tried on them, and what need not be tried again. Pure. */

import type { WeaknessNode, WeaknessWiki } from "./read-wiki-store.ts";

export interface NextWeakness {
  readonly slug: string;
  readonly title: string;
  readonly status: string;
  readonly what_fails: string;
  readonly affected_tasks: readonly string[];
  readonly attacked_in: readonly string[];
  readonly attempts: number;
  readonly rejected: readonly {
    readonly iteration: string;
    readonly direction: string;
    readonly thesis: string;
    readonly metrics: string;
    readonly why: string;
  }[];
  readonly solutions: readonly { readonly id: string; readonly outcome: string; readonly title: string }[];
  readonly related: readonly string[];
}

const order = ["open", "reverted", "in-progress", "completed"];

/** Untouched ones first, then by how many tasks they cost; what is solved is not among them. */
export const nextWeaknesses = ({ weaknesses }: WeaknessWiki): readonly NextWeakness[] =>
  weaknesses
    .filter(({ status }) => status !== "solved")
    .map(nextOf)
    .sort(
      (a, b) =>
        rankOf(a) - rankOf(b) ||
        b.affected_tasks.length - a.affected_tasks.length ||
        a.attempts - b.attempts ||
        (a.slug < b.slug ? -1 : 1),
    );

const rankOf = ({ status }: NextWeakness): number => {
  const at = order.indexOf(status);
  return at === -1 ? order.length : at;
};

const nextOf = (weakness: WeaknessNode): NextWeakness => ({
  slug: weakness.slug,
  title: weakness.title,
  status: weakness.status,
  what_fails: weakness.whatFails,
  affected_tasks: weakness.affectedTasks,
  attacked_in: weakness.attackedIn,
  attempts: new Set([
    ...weakness.attackedIn,
    ...weakness.rejections.map(({ iteration }) => iteration),
    ...weakness.solutions.map(({ id }) => id),
  ]).size,
  rejected: weakness.rejections.map(({ iteration, direction, thesis, metrics, why }) => ({
    iteration,
    direction,
    thesis,
    metrics,
    why,
  })),
  solutions: weakness.solutions.map(({ id, outcome, title }) => ({ id, outcome, title })),
  related: weakness.related.map(({ slug }) => slug),
});
