/** The rules of OKF v0.2 as its specification states them, checked with nothing of ours but a YAML parser. */

import { parseDocument } from "yaml";

const instant = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[-+]\d{2}:?\d{2})$/;
const actor = /^(?:human:\S+|process:\S+|[^\s/:]+\/\S+)$/;

type Map = Readonly<Record<string, unknown>>;
const isMap = (value: unknown): value is Map => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === "string";

interface Split {
  readonly front: Map | undefined;
  readonly body: string;
}

const split = (text: string): Split => {
  const [whole, block = ""] = /^---\r?\n([\s\S]*?)\r?\n?---\r?\n/.exec(text) ?? [];
  if (whole === undefined) return { front: undefined, body: text };
  const document = parseDocument(block, { version: "1.2", schema: "core", uniqueKeys: true });
  const value: unknown = document.errors.length > 0 ? undefined : document.toJS();
  return { front: isMap(value) ? value : undefined, body: text.slice(whole.length) };
};

const stamp = (name: string, value: unknown): string[] => {
  if (!isMap(value)) return [`${name} is no map`];
  const by = isText(value["by"]) && actor.test(value["by"]) ? [] : [`${name}.by is no actor`];
  return "at" in value && !(isText(value["at"]) && instant.test(value["at"]))
    ? [...by, `${name}.at is no instant`]
    : by;
};

const conceptProblems = ({ front, body }: Split): string[] => {
  if (front === undefined) return ["no front matter that can be read"];
  const problems: string[] = [];
  const expect = (holds: boolean, problem: string): void => {
    if (!holds) problems.push(problem);
  };
  const { type, title, description, resource, tags, sources, generated, verified, status, stale_after: stale } = front;
  expect(isText(type) && type.trim() !== "", "no type");
  for (const [name, value] of Object.entries({ title, description, resource })) {
    expect(value === undefined || isText(value), `${name} is no text`);
  }
  expect(tags === undefined || (Array.isArray(tags) && tags.every(isText)), "tags is no list of texts");
  expect(status === undefined || ["draft", "stable", "deprecated"].includes(String(status)), "no such status");
  expect(stale === undefined || (isText(stale) && instant.test(stale)), "stale_after is no instant");
  expect(
    sources === undefined || (Array.isArray(sources) && sources.every((one) => isMap(one) && isText(one["resource"]))),
    "a source without resource",
  );
  if (generated !== undefined) problems.push(...stamp("generated", generated));
  for (const one of [verified].flat()) if (one !== undefined) problems.push(...stamp("verified", one));
  expect(!/\[\[[^\]]+\]\]/.test(body.replace(/```[\s\S]*?```|`[^`\n]*`/g, "")), "a wikilink");
  return problems;
};

const indexProblems = ({ front, body }: Split, isRoot: boolean, text: string): string[] => {
  const keys = Object.keys(front ?? {}).join();
  if (isRoot && (keys !== "okf_version" || front?.["okf_version"] !== "0.2")) return ["no okf_version alone"];
  if (!isRoot && text.startsWith("---")) return ["front matter in an index below the root"];
  const lines = body.split("\n").filter((line) => line.trim() !== "" && !/^(#{1,6} |<!--|> |\*.*\*$|_)/.test(line));
  return lines.filter((line) => !/^[*-] \[.+\]\([^)\s]+\)( - \S.*)?$/.test(line)).map((line) => `odd line: ${line}`);
};

const logProblems = (text: string): string[] => {
  const days = [...text.matchAll(/^## (.*)$/gm)].map(([, day = ""]) => day);
  if (days.some((day) => !/^\d{4}-\d{2}-\d{2}$/.test(day))) return ["a heading that is no day"];
  return [...days].sort().reverse().join() === days.join() ? [] : ["not newest first"];
};

/** Links to files of the bundle that are not there; from the file at `path`. */
const deadLinks = (path: string, body: string, has: (path: string) => boolean): string[] => {
  const shown = body.replace(/```[\s\S]*?```|`[^`\n]*`/g, "").replace(/^> .*$/gm, "");
  return [...shown.matchAll(/(?<!\\)\]\(([^)\s]+)\)/g)]
    .map(([, address = ""]) => decodeURIComponent(address.replace(/[?#].*$/, "")))
    .filter((address) => address.endsWith(".md") && !/^[a-z][a-z0-9+.-]*:/i.test(address))
    .filter((address) => !has(new URL(address, `file:///${path}`).pathname.slice(1)))
    .map((address) => `leads nowhere: ${address}`);
};

/** Every breach of the rules, as `path: problem`. Texts by path below the bundle's root. */
export const okfBreaches = (files: Readonly<Record<string, string>>): readonly string[] => {
  const has = (encoded: string): boolean => decodeURIComponent(encoded) in files;
  return Object.entries(files).flatMap(([path, text]) => {
    const parts = split(text);
    const problems = /(^|\/)index\.md$/i.test(path)
      ? indexProblems(parts, path === "index.md", text)
      : /(^|\/)log\.md$/i.test(path)
        ? logProblems(text)
        : conceptProblems(parts);
    return [...problems, ...deadLinks(encodeURI(path), parts.body, has)].map((problem) => `${path}: ${problem}`);
  });
};
