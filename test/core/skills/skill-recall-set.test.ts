import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { termsOf } from "../../../extensions/core/recall/analysis/analyse.ts";
import { genericTerms } from "../../../extensions/core/recall/analysis/generic-words.ts";

interface Task {
  readonly id: string;
  readonly skill: string;
  readonly kind: string;
  readonly task: string;
}

const folder = fileURLToPath(new URL("../../fixtures/skill-recall/", import.meta.url));

const slugs = readdirSync(`${folder}skills`).map((name) => name.replace(/\.md$/, ""));

const page = (slug: string): { readonly fields: Record<string, unknown>; readonly body: string } => {
  const text = readFileSync(`${folder}skills/${slug}.md`, "utf8");
  const [, fields = "", body = ""] = /^---\n([\s\S]*?)\n---\n\n([\s\S]*)$/.exec(text) ?? [];
  return { fields: parse(fields), body };
};

const titles = new Map(slugs.map((slug) => [slug, String(page(slug).fields["title"])]));

const tasks: readonly Task[] = readFileSync(`${folder}tasks.jsonl`, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

const han = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Stems of content words, and pairs of Han and kana: one such character alone is no word. */
const contentOf = (text: string): ReadonlySet<string> =>
  new Set([...termsOf(text, { language: "en" })].filter((term) => [...term].length > 1 || !han.test(term)));

const sharedWords = (title: string, task: string): readonly string[] => {
  const words = contentOf(task);
  return [...contentOf(title)].filter((word) => words.has(word));
};

const withTitle = (task: Task): readonly string[] => sharedWords(titles.get(task.skill) ?? "", task.task);

const ofKind = (kind: string): readonly Task[] => tasks.filter((task) => task.kind === kind);

describe("the skills of the set", () => {
  test("are 48, three of them Chinese or Japanese, with titles of their own", () => {
    expect(slugs.filter((slug) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug))).toHaveLength(48);
    expect(slugs).toHaveLength(48);
    expect(new Set(titles.values()).size).toBe(48);
    expect([...titles.values()].filter((title) => han.test(title))).toHaveLength(3);
  });

  test.each(slugs)("%s says when to use it and has a body of 12 to 30 lines", (slug) => {
    const { fields, body } = page(slug);
    expect(fields).toMatchObject({ type: "skill", status: "stable" });
    expect(String(fields["description"] ?? "").length).toBeGreaterThan(20);
    expect(body.match(/^## /gm)).toHaveLength(4);
    const lines = body.trimEnd().split("\n").length;
    expect(lines).toBeGreaterThanOrEqual(12);
    expect(lines).toBeLessThanOrEqual(30);
  });
});

describe("the tasks of the set", () => {
  test("are 96 with ids of their own, one of each kind for each skill and none for another", () => {
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(96);
    expect(tasks.map(({ skill, kind }) => `${skill} ${kind}`).sort()).toEqual(
      slugs.flatMap((slug) => [`${slug} paraphrased`, `${slug} shared`]).sort(),
    );
  });

  test("are as long as what people type", () => {
    const long = tasks.filter(({ task }) => {
      const words = han.test(task) ? [...task].length / 2 : task.split(/\s+/).length;
      return words < 15 || words > 40;
    });
    expect(long.map(({ id }) => id)).toEqual([]);
  });

  test("share a word that names a subject with the title, where they are said to", () => {
    const apart = ofKind("shared").filter((task) => withTitle(task).every((word) => genericTerms.has(word)));
    expect(apart.map(({ id }) => id)).toEqual([]);
  });

  test("share no content word and no pair of characters with the title, where they are paraphrased", () => {
    const met = ofKind("paraphrased").map((task) => `${task.id}: ${withTitle(task).join(" ")}`);
    expect(met.filter((line) => !line.endsWith(": "))).toEqual([]);
  });

  test("share at most two such words with the description, where they are paraphrased", () => {
    const near = ofKind("paraphrased").filter(
      ({ skill, task }) => sharedWords(String(page(skill).fields["description"]), task).length > 2,
    );
    expect(near.map(({ id }) => id)).toEqual([]);
  });
});

test("words meet by their stems, compounds by their parts, Han and kana by pairs", () => {
  expect(sharedWords("Batch GraphQL resolvers", "the resolver is batched")).toEqual(["batch", "resolv"]);
  expect(sharedWords("Back off from a rate-limited service", "limit it")).toEqual(["limit"]);
  expect(sharedWords("The lamp of a tower", "the end of a day")).toEqual([]);
  expect(sharedWords("排查死锁", "出现死锁")).toEqual(["死锁"]);
  expect(sharedWords("排查死锁", "死后锁门")).toEqual([]);
});
