/** Weaknesses for a person at a terminal. Pure. */

import { asLine, visible } from "../../core/visible.ts";
import type { NextWeakness } from "../../core/weaknesses/next.ts";
import type { WeaknessNode } from "../../core/weaknesses/read-wiki-store.ts";
import type { Paint } from "./paint.ts";

export const listText = (weaknesses: readonly WeaknessNode[], paint: Paint): string =>
  weaknesses.length === 0 ? "No weakness yet." : weaknesses.map((one) => rowText(one, paint)).join("\n");

const rowText = ({ slug, title, status, affectedTasks, solutions, rejections }: WeaknessNode, paint: Paint): string => {
  const facts = [
    status,
    counted(affectedTasks.length, "task"),
    counted(solutions.length, "solution"),
    `${rejections.length} rejected`,
  ];
  return `${paint.good(asLine(slug))} ${asLine(title)} ${paint.dim(`(${asLine(facts.join(", "))})`)}`;
};

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;

export const nextText = (weaknesses: readonly NextWeakness[], paint: Paint): string => {
  if (weaknesses.length === 0) return "Nothing is left to attack.";
  return weaknesses
    .map(({ slug, status, affected_tasks: tasks, attempts, rejected, solutions }) =>
      [
        `${paint.strong(asLine(slug))} ${paint.dim(`(${asLine(status)}, ${counted(attempts, "attempt")})`)}`,
        `  tasks: ${tasks.map((task) => asLine(task)).join(", ") || "none"}`,
        ...solutions.map(
          ({ id, outcome, title }) => `  ${paint.good(asLine(outcome))} ${asLine(id)}: ${asLine(title)}`,
        ),
        ...rejected.map(
          ({ iteration, direction, why, metrics }) =>
            `  ${paint.warn("[rejected]")} ${asLine(`${iteration} · ${direction}: ${why}; ${metrics}`)}`,
        ),
      ].join("\n"),
    )
    .join("\n\n");
};

export const showText = (weakness: WeaknessNode, paint: Paint): string => {
  const { slug, title, status, tags, affectedTasks, related, whatFails, rejections, solutions, references } = weakness;
  const line = (name: string, items: readonly string[]): readonly string[] =>
    items.length === 0 ? [] : [`${paint.dim(name)} ${items.map((item) => asLine(item)).join(", ")}`];
  return [
    `${paint.strong(asLine(title))} ${paint.dim(`(${asLine(slug)}, ${asLine(status)})`)}`,
    ...line("tags", tags),
    ...line("tasks", affectedTasks),
    ...line("discovered", weakness.discoveredIn === undefined ? [] : [weakness.discoveredIn]),
    ...line("attacked", weakness.attackedIn),
    ...related.map(
      ({ slug: other, why }) =>
        `${paint.dim("related")} ${asLine(other)}${why === undefined ? "" : `: ${asLine(why)}`}`,
    ),
    ...(whatFails === "" ? [] : [visible(whatFails)]),
    ...references.map(({ of, note }) => `${paint.dim("at")} ${asLine(of)} ${asLine(note)}`),
    ...solutions.map(({ id, outcome, title: said, metric }) => {
      const figure = metric === undefined ? "" : ` ${metric.name} ${metric.value}`;
      return `${paint.good(asLine(outcome))} ${asLine(`${id}: ${said}${figure}`)}`;
    }),
    ...rejections.map(
      ({ iteration, direction, thesis, metrics, why }) =>
        `${paint.warn("[rejected]")} ${asLine(`${iteration} · ${direction}: ${thesis} (${metrics}; ${why})`)}`,
    ),
  ].join("\n");
};
