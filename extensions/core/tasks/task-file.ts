/** `task.md`: what a task is about, and how it stands. Pure; all that is not changed stays byte for byte. */

import { WikiError } from "../errors.ts";
import type { Finding } from "../finding.ts";
import { editFrontMatter } from "../pages/edit-page.ts";
import { readFrontMatter } from "../pages/front-matter.ts";
import { optionalText, phraseList, textOf } from "../pages/page-fields.ts";
import { renderPage } from "../pages/render-page.ts";

export const taskStatuses = ["active", "completed", "abandoned"] as const;
export type TaskStatus = (typeof taskStatuses)[number];

export interface Task {
  /** The name of its folder; it never changes. */
  readonly id: string;
  readonly title: string;
  readonly status: TaskStatus;
  readonly createdAt: string | undefined;
  readonly closedAt: string | undefined;
  /** The branch on which it was opened. */
  readonly branch: string | undefined;
  /** The commit from which it began. */
  readonly baseCommit: string | undefined;
  readonly aims: readonly string[];
  /** How to see that it is done. */
  readonly checks: readonly string[];
  /** What else the file says. */
  readonly text: string;
  readonly findings: readonly Finding[];
}

export interface TaskText {
  readonly path: string;
  readonly text: string;
}

/** An id comes from the folder, whatever the file says; without a file there is still a task. */
export const parseTask = (id: string, { path, text }: TaskText): Task => {
  const front = readFrontMatter(text, path);
  const { data } = front;
  const said = textOf(data["status"]).toLowerCase();
  const status = taskStatuses.find((one) => one === said);
  return {
    id,
    title: textOf(data["title"]) || id,
    status: status ?? "active",
    createdAt: optionalText(data["created_at"]),
    closedAt: optionalText(data["closed_at"]) ?? optionalText(data["completed_at"]),
    branch: optionalText(data["branch"]),
    baseCommit: optionalText(data["base_commit"]),
    aims: phraseList(data["aims"]).filter((aim) => aim !== ""),
    checks: phraseList(data["checks"]).filter((check) => check !== ""),
    text: front.text.slice(front.bodyOffset).trim(),
    findings: [...front.findings, ...(status === undefined && said !== "" ? [unknownStatus(path, said)] : [])],
  };
};

const unknownStatus = (path: string, said: string): Finding => ({
  code: "task-status-unknown",
  severity: "warning",
  path,
  line: 1,
  message: `The status "${said.slice(0, 40)}" is not known; the task counts as active`,
  remedy: `Use ${taskStatuses.join(", ")}.`,
});

export interface NewTask {
  readonly id: string;
  readonly title: string;
  readonly createdAt: string;
  readonly branch?: string | undefined;
  readonly baseCommit?: string | undefined;
  readonly aims: readonly string[];
  readonly checks: readonly string[];
}

export const newTaskText = ({ id, title, createdAt, branch, baseCommit, aims, checks }: NewTask): string =>
  renderPage({
    frontMatter: {
      type: "task",
      task_id: id,
      title,
      status: "active",
      created_at: createdAt,
      branch,
      base_commit: baseCommit,
      aims: aims.length === 0 ? undefined : aims,
      checks: checks.length === 0 ? undefined : checks,
    },
    body: `# ${title}\n`,
  });

export const closedTaskText = (
  text: string,
  { status, at, path }: { readonly status: Exclude<TaskStatus, "active">; readonly at: string; readonly path: string },
): string => editFrontMatter(text, { status, closed_at: at }, path);

const longestTitle = 200;
const longestLine = 500;
const mostLines = 20;

/** Throws `invalid_input` for what can't be a title, an aim or a check. */
export const tidyTask = ({
  title,
  aims,
  checks,
}: Pick<NewTask, "title" | "aims" | "checks">): Pick<NewTask, "title" | "aims" | "checks"> => {
  const plain = oneLine(title);
  if (plain === "") throw invalid("title", "is empty");
  if (plain.length > longestTitle) throw invalid("title", `is over ${longestTitle} characters`);
  return { title: plain, aims: tidyLines("aims", aims), checks: tidyLines("checks", checks) };
};

const tidyLines = (what: string, lines: readonly string[]): readonly string[] => {
  const tidied = [...new Set(lines.map(oneLine))].filter((line) => line !== "");
  if (tidied.length > mostLines) throw invalid(what, `are more than ${mostLines}`);
  if (tidied.some(({ length }) => length > longestLine)) throw invalid(what, `has one over ${longestLine} characters`);
  return tidied;
};

const oneLine = (text: string): string =>
  text
    .replace(/\p{Cs}/gu, "\ufffd")
    .replace(/\s+/g, " ")
    .trim();

const invalid = (what: string, problem: string): WikiError => new WikiError("invalid_input", { what, problem });
