/** wiki_lessons: what earlier work here has taught, and what this work teaches, until a person accepts it. */

import { asAdvice } from "../core/knowledge/advice.ts";
import type { LessonInventory, StagedLessons } from "../core/knowledge/earned/deliveries.ts";
import { lessonsText } from "../core/knowledge/earned/earned-text.ts";
import { lessonOutputKind } from "../core/knowledge/earned/lesson-output.ts";
import { confidences } from "../core/knowledge/earned/record-kinds.ts";
import { unpainted } from "../core/paint.ts";
import { present } from "../core/present.ts";
import { closed, integer, list, oneOf, optional, text, texts } from "./schema.ts";
import { defineTool } from "./tool.ts";

const usualLimit = 10;
const mostListed = 50;

export const lessons = defineTool({
  name: "wiki_lessons",
  title: "Lessons",
  description:
    "Lessons of earlier tasks in this repository: list them, or emit those of the task at hand when its work is done. Emitted ones wait until a person accepts the task.",
  effect: "write",
  setting: "knowledge",
  input: closed({
    action: oneOf(["list", "emit"], "list what was learned, or emit what this task taught"),
    query: optional(text("For list: words that a lesson has")),
    limit: optional(integer(`For list: most lessons (default ${usualLimit})`, 1, mostListed)),
    task: optional(text("For emit: task id (default: the session's)")),
    lessons: optional(
      list(
        closed({
          claim: text("What holds, in one line of at most 1000 characters"),
          locations: texts("Symbols or tracked files that it is about", 8),
          confidence: oneOf(confidences, "How sure"),
          supersedes: optional(text("Hash of the lesson that it takes the place of")),
        }),
        "For emit",
        mostListed,
      ),
    ),
  }),
  run: async ({ action, query, limit = usualLimit, task, lessons: emitted = [] }, { workspace, driver }) => {
    if (action === "list") {
      const inventory = newest(await workspace.deliveries.lessons(query), limit);
      return { text: asAdvice(listText(inventory), "From what was learned in earlier tasks"), data: inventory };
    }
    const document = {
      kind: lessonOutputKind,
      schema_version: 1,
      lessons: emitted.map((lesson) => ({ supersedes: "", ...lesson })),
    };
    const { profile, usage } = driver?.() ?? { profile: "unknown/unknown", usage: undefined };
    const staged = await workspace.deliveries.stage({ document, driverProfile: profile, ...present({ usage, task }) });
    return { text: stagedText(staged), data: staged };
  },
});

const newest = (inventory: LessonInventory, limit: number): LessonInventory => ({
  ...inventory,
  lessons: inventory.lessons.slice(-limit),
});

const listText = (inventory: LessonInventory): string => {
  const rest = inventory.count - inventory.lessons.length;
  return `${lessonsText(inventory, unpainted)}${rest > 0 ? `\n${rest} older ones are not shown.` : ""}`;
};

const stagedText = ({ task_id, lessons: count, waiting, max_lessons, redactions }: StagedLessons): string =>
  [
    `${count} kept for ${task_id}; ${waiting} wait, of which at most ${max_lessons} are taken.`,
    ...(redactions === 0 ? [] : [`Secrets in them were replaced: ${redactions}.`]),
    "Nothing is earned until a person accepts the task with /wiki accept.",
  ].join(" ");
