/** Weaknesses as programs and models get them: plain values with the names of the format. Pure. */

import type { WeaknessNode } from "./read-wiki-store.ts";
import type { Solution } from "./weakness.ts";

export const rowData = ({ solutions, rejections, ...weakness }: WeaknessNode) => ({
  slug: weakness.slug,
  title: weakness.title,
  status: weakness.status,
  tags: weakness.tags,
  affected_tasks: weakness.affectedTasks,
  attacked_in_iterations: weakness.attackedIn,
  related: weakness.related.map(({ slug }) => slug),
  solutions: solutions.length,
  rejected: rejections.length,
});

const solutionData = (solution: Solution) => ({
  id: solution.id,
  path: solution.path,
  title: solution.title,
  iteration: solution.iteration,
  outcome: solution.outcome,
  timestamp: solution.timestamp,
  primary_metric: solution.metric,
  new_record: solution.newRecord,
  thesis: solution.thesis,
  changes: solution.changes.map(({ of, note }) => ({ path: of, note })),
  deltas: solution.deltas,
  diff_bytes: solution.diffBytes,
});

export const weaknessData = (weakness: WeaknessNode) => ({
  slug: weakness.slug,
  path: weakness.path,
  title: weakness.title,
  status: weakness.status,
  tags: weakness.tags,
  discovered_in_iteration: weakness.discoveredIn,
  attacked_in_iterations: weakness.attackedIn,
  solved_in_iteration: weakness.solvedIn,
  affected_tasks: weakness.affectedTasks,
  related: weakness.related,
  what_fails: weakness.whatFails,
  tasks: weakness.tasks.map(({ of, note }) => ({ task: of, note })),
  references: weakness.references.map(({ of, note }) => ({ place: of, note })),
  rejected: weakness.rejections.map(({ iteration, direction, thesis, change, metrics, why }) => ({
    iteration,
    direction,
    thesis,
    change,
    metrics,
    why,
  })),
  solutions: weakness.solutions.map(solutionData),
});
