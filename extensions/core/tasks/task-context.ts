/**
 * What a model is told of a task: aims, what was remembered, what others know, pages, checks; within a budget of
 * tokens, and with what was left out counted. Entries that no longer hold are in no part of it. Pure.
 */

import { dataNotice, fence } from "../recall/fence.ts";
import { tokensOf } from "../recall/tokens.ts";
import { asLine, visible } from "../visible.ts";
import { type IsWithheld, tellable } from "./memory/compaction.ts";
import { liveEntries, type MemoryEntry, type MemoryFile, newestFirst } from "./memory/memory-file.ts";
import type { Task } from "./task-file.ts";

export const taskTag = "wiki-task";

export interface UsersMemory {
  readonly user: string;
  readonly file: MemoryFile;
}

export interface ContextParts {
  readonly task: Task;
  readonly own: MemoryFile;
  readonly others: readonly UsersMemory[];
  /** Pages that are true inside the task. */
  readonly pages: readonly { readonly id: string; readonly title: string }[];
  /** The budget. */
  readonly tokens: number;
  readonly isWithheld?: IsWithheld;
}

export interface TaskContext {
  readonly text: string;
  readonly tokens: number;
  /** Entries, of whomever, that found no room. */
  readonly omitted: number;
}

/** The parts in the order in which they are read. */
const sections = ["task", "aims", "checks", "summary", "own", "others", "rest", "pages"] as const;
type Section = (typeof sections)[number];

const headings: Readonly<Record<Section, string>> = {
  task: "",
  aims: "Aims:",
  checks: "Checks:",
  summary: "Earlier entries, summed up:",
  own: "Remembered, newest first:",
  others: "Of others:",
  rest: "More of others, newest first:",
  pages: "Pages of this task:",
};

/** Of what is left below one's summary: one's own newest entries come first, but leave something to others. */
const ownShare = 0.6;
/** Of the budget: what takes more is shortened, so that it does not keep out all the rest. */
const summaryShare = 0.4;
const partShare = 0.25;
const othersEntries = 2;
const othersCharacters = 2_048;
const longestEntry = 2_000;
const longestLine = 60;

export const taskContext = (parts: ContextParts): TaskContext => {
  const page = new Page(parts);
  const { task, own, others, pages } = parts;
  page.add("task", [headOf(task)]);
  page.add("aims", task.aims.map(listItem));
  page.add("checks", task.checks.map(listItem));
  page.add("summary", summaryText(own, summaryShare, parts));
  const entries = newestFirst(liveEntries(own));
  const textOf = (entry: MemoryEntry): string => entryText(entry, parts);
  const begun = page.addEntries("own", entries, { textOf, share: ownShare });
  const rest = others.flatMap((other) => addOther(page, other, parts));
  const links = pages.map(({ id, title }) => `- [[${asLine(id)}]] ${asLine(title, longestTitle)}`);
  page.add("pages", links);
  page.addOrCount("own", entries.slice(begun), textOf);
  page.addOrCount("rest", newestFirst(rest), lineText);
  return page.render();
};

interface OthersEntry extends MemoryEntry {
  readonly user: string;
}

/** A user's summary and last entries; returns those that are left for a line each. */
const addOther = (page: Page, { user, file }: UsersMemory, parts: ContextParts): readonly OthersEntry[] => {
  const summary = summaryText(file, partShare, parts).map((text) => `${asLine(user)}, summed up:\n${text}`);
  page.add("others", summary);
  const entries = newestFirst(liveEntries(file)).map((entry): OthersEntry => ({ ...entry, user }));
  const last = entries.slice(0, othersEntries);
  let room = othersCharacters;
  const fits = last.filter(({ text }) => {
    const isFitting = text.length <= room;
    if (isFitting) room -= text.length;
    return isFitting;
  });
  const textOf = (entry: OthersEntry): string => `${asLine(user)} ${entryText(entry, parts)}`;
  const shown = new Set(fits.slice(0, page.addEntries("others", fits, { textOf, share: 1 })));
  return entries.filter((entry) => !shown.has(entry));
};

const longestTitle = 200;

const headOf = ({ id, title, status, createdAt, branch }: Task): string => {
  const facts = [
    status === "active" ? "" : status,
    createdAt === undefined ? "" : `since ${asLine(createdAt.slice(0, 10))}`,
    branch === undefined ? "" : `branch ${asLine(branch, longestTitle)}`,
  ].filter((fact) => fact !== "");
  return [
    `# ${asLine(title, longestTitle)} (task ${asLine(id)})`,
    ...(facts.length === 0 ? [] : [facts.join(", ")]),
  ].join("\n");
};

const listItem = (line: string): string => `- ${asLine(line)}`;

const summaryText = (
  { summary }: MemoryFile,
  share: number,
  { tokens, isWithheld = () => false }: ContextParts,
): readonly string[] => {
  const told = tellable(summary, isWithheld);
  return told === "" ? [] : [quoted(clipped(told, { characters: told.length, tokens: tokens * share }))];
};

const entryText = ({ time, id, text }: MemoryEntry, { tokens }: ContextParts): string =>
  `${time}${id === undefined ? "" : ` #${id}`}\n${quoted(clipped(text, { characters: longestEntry, tokens: tokens * partShare }))}`;

const lineText = ({ user, time, text }: OthersEntry): string =>
  `- ${asLine(user)} ${time} ${asLine(text.slice(0, longestLine * 2), longestLine)}`;

interface Room {
  readonly characters: number;
  readonly tokens: number;
}

const clipped = (text: string, { characters, tokens }: Room): string => {
  let begin = text.slice(0, characters);
  while (tokensOf(begin) > Math.max(1, tokens)) begin = begin.slice(0, (begin.length * tokens) / tokensOf(begin));
  if (begin.length === text.length) return text;
  const shown = [...begin].slice(0, -1).join("");
  return `${shown}… (${text.length - shown.length} more characters)`;
};

/** Each line is marked, so that no entry can pass for another part. */
const quoted = (text: string): string => visible(text).replace(/^/gm, "> ");

/** What was chosen so far, and what there is room for. */
class Page {
  readonly #budget: number;
  readonly #isWithheld: (text: string) => boolean;
  readonly #chosen = new Map<Section, string[]>();
  #spent: number;
  #omitted = 0;
  #withheld = 0;
  #lines = 0;

  constructor({ tokens, isWithheld }: ContextParts) {
    this.#budget = tokens;
    this.#isWithheld = (text) => isWithheld?.(text) === true;
    this.#spent = tokensOf(fence(taskTag, `${dataNotice}\n\n`)) + closingTokens;
  }

  /** Lines, as many as there is room for. The first of all is there whatever it costs. */
  add(section: Section, texts: readonly string[]): void {
    const taken = texts.findIndex((text) => !this.#take(section, text));
    if (taken >= 0) this.#lines += texts.length - taken;
  }

  /** How many there was room for within a share of what is left. */
  addEntries<Entry extends Pick<MemoryEntry, "text">>(
    section: Section,
    entries: readonly Entry[],
    { textOf, share }: { readonly textOf: (entry: Entry) => string; readonly share: number },
  ): number {
    const limit = this.#spent + (this.#budget - this.#spent) * share;
    for (const [index, entry] of entries.entries()) {
      if (this.#isWithheld(entry.text)) this.#withheld += 1;
      else if (!this.#take(section, textOf(entry), limit)) return index;
    }
    return entries.length;
  }

  /** As many as there is room for; the others are counted. */
  addOrCount<Entry extends Pick<MemoryEntry, "text">>(
    section: Section,
    entries: readonly Entry[],
    textOf: (entry: Entry) => string,
  ): void {
    this.#omitted += entries.length - this.addEntries(section, entries, { textOf, share: 1 });
  }

  render(): TaskContext {
    const body = sections.flatMap((section) => {
      const texts = this.#chosen.get(section);
      if (texts === undefined) return [];
      return [[headings[section], ...texts].filter((text) => text !== "").join("\n")];
    });
    const left = [
      ...(this.#omitted === 0 ? [] : [`${counted(this.#omitted, "entry", "entries")} (wiki_task search finds them)`]),
      ...(this.#lines === 0 ? [] : [counted(this.#lines, "line of the task", "lines of the task")]),
      ...(this.#withheld === 0 ? [] : [`${counted(this.#withheld, "entry", "entries")} with a rejected claim`]),
    ];
    const closing = left.length === 0 ? [] : [`Left out: ${left.join("; ")}.`];
    const text = fence(taskTag, [dataNotice, ...body, ...closing].join("\n\n"));
    return { text, tokens: tokensOf(text), omitted: this.#omitted };
  }

  #take(section: Section, text: string, limit = this.#budget): boolean {
    const chosen = this.#chosen.get(section);
    const cost = tokensOf(`${text}\n`) + (chosen === undefined ? tokensOf(`\n${headings[section]}\n`) : 0);
    if (this.#chosen.size > 0 && this.#spent + cost > limit) return false;
    this.#spent += cost;
    if (chosen === undefined) this.#chosen.set(section, [text]);
    else chosen.push(text);
    return true;
  }
}

/** Room for the line that counts what was left out. */
const closingTokens = 40;

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
