/**
 * `bench:trust`: what anchors find of code that changed. Each synthetic case is one way to change it: a false alarm is a
 * verdict that alarms where nothing of the cited code changed, a miss one that is too weak. With `--repo DIR` random
 * symbols of each repository as it was some days ago are compared with its head, the content of whole files beside them.
 * What labels add to a recall is measured in a vault of `--pages N`, asked `--runs N` times.
 */

import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import type { AnchoredPage, AnchorVerdict } from "../../extensions/core/anchors/anchor.ts";
import { extractorOf } from "../../extensions/core/anchors/anchored-event.ts";
import { checkPages } from "../../extensions/core/anchors/code/check-anchors.ts";
import { openCodeReader } from "../../extensions/core/anchors/code/digest-code.ts";
import { commitSnapshot } from "../../extensions/core/anchors/code/snapshot-store.ts";
import { type CompareAnswer, type ResolveAnswer, serveAnchors } from "../../extensions/core/anchors/serve-anchors.ts";
import { openRepository } from "../../extensions/core/git/repository.ts";
import { languageOf } from "../../extensions/core/knowledge/symbols/language.ts";
import type { Platform } from "../../extensions/platform/platform.ts";
import { openRows } from "./output/rows.ts";
import { codeCases, type Files } from "./trust/code-cases.ts";
import { labelCost } from "./trust/label-cost.ts";
import { withWorld } from "./world/bench-world.ts";

export const main = async (words: readonly string[]): Promise<number> => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      repo: { type: "string", multiple: true },
      days: { type: "string", default: "60" },
      symbols: { type: "string", default: "400" },
      pages: { type: "string", default: "2000" },
      runs: { type: "string", default: "500" },
      json: { type: "boolean", default: false },
    },
  });
  await withWorld(async (world) => {
    const rows = openRows(values);
    if (values.repo === undefined) {
      for (const [at, one] of codeCases.entries()) {
        const root = world.place(`case-${at}`);
        const { platform } = world.workspace(root);
        const found = await foundIn(one, { platform, root });
        const [wanted, got] = [weightOf(one.expected), weightOf(found)];
        rows.print({
          case: one.name,
          expected: one.expected,
          found,
          false_alarm: Number(got > wanted),
          miss: Number(got < wanted),
        });
      }
      rows.print(await labelCost(world, { hits: 20, pages: Number(values.pages), runs: Number(values.runs) }));
    }
    for (const folder of values.repo ?? []) {
      const { platform } = world.workspace(folder);
      rows.print(await history(platform, { folder, days: Number(values.days), most: Number(values.symbols) }));
    }
    rows.end();
  });
  return 0;
};

/** What is the same, or only moved, alarms nobody. */
const weightOf = (verdict: AnchorVerdict): number =>
  ({ same: 0, moved: 0, unknown: 0, body: 1, shape: 2, gone: 3 })[verdict];

interface Place {
  readonly platform: Platform;
  readonly root: string;
}

const put = (root: string, files: Files): void => {
  for (const [path, text] of Object.entries(files)) {
    const place = join(root, path);
    mkdirSync(dirname(place), { recursive: true });
    if (text === undefined) rmSync(place);
    else writeFileSync(place, text);
  }
};

const git = (root: string, ...words: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=bench", "-c", "user.email=bench@example.org", ...words], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    maxBuffer: 256 * 1024 * 1024,
  }).trim();

const at = "2026-09-01T00:00:00.000Z";

const foundIn = async (
  { ref, before, after }: (typeof codeCases)[number],
  { platform, root }: Place,
): Promise<AnchorVerdict> => {
  mkdirSync(root, { recursive: true });
  git(root, "init", "-q");
  put(root, before);
  git(root, "add", "-A");
  git(root, "commit", "-qm", "before");
  const asked = { ask: "resolve", files: [ref], text: "", isWritten: false } as const;
  const { found } = (await serveAnchors(platform, { folder: root, request: asked })) as ResolveAnswer;
  const anchors = found.anchors.map(({ ref: own, ...anchor }) => ({
    ref: own,
    accepted: [{ ...anchor, extractor: extractorOf(own, found.extractor), at, repository: "" }],
  }));
  put(root, after);
  const pages = [{ id: "page", anchors }];
  const request = { ask: "compare", pages, isHome: true, base: undefined } as const;
  const answer = (await serveAnchors(platform, { folder: root, request })) as CompareAnswer;
  return answer.pages[0]?.anchors[0]?.verdict ?? "unknown";
};

interface History {
  readonly folder: string;
  readonly days: number;
  readonly most: number;
}

/** Symbols that were there some days before the head, against the head. */
const history = async (platform: Platform, { folder, days, most }: History) => {
  const head = Number(git(folder, "log", "-1", "--format=%ct", "HEAD"));
  const base = git(folder, "rev-list", "-1", `--before=${head - days * 86_400}`, "HEAD");
  const repository = await openRepository(platform, folder);
  const [then, now] = [
    await commitSnapshot(platform, repository, base),
    await commitSnapshot(platform, repository, "HEAD"),
  ];
  if (then === undefined || now === undefined) throw new Error(`${folder} has no commit that is ${days} days older.`);
  const reader = openCodeReader(platform);
  const pages: AnchoredPage[] = [];
  let files = 0;
  let changed = 0;
  const sources = (await then.files()).filter(({ path }) => languageOf(path) !== undefined);
  const newest = new Map((await now.files()).map(({ path, blob }) => [path, blob]));
  const step = Math.max(1, Math.floor(sources.length / Math.max(1, most / 2)));
  for (const [index, { path, blob }] of sources.entries()) {
    if (index % step !== 0 || pages.length >= most || blob === undefined) continue;
    const bytes = await then.read(path);
    const found =
      bytes &&
      (await reader.inspect({ path, bytes }, (digested) =>
        digested.symbols.slice(0, 2).flatMap(({ name }) => {
          const digest = digested.digest(name);
          return digest === undefined || digest.tokens < 12 ? [] : [{ name, digest }];
        }),
      ));
    for (const { name, digest } of found ?? []) {
      const accepted = {
        blob,
        body: digest.body,
        shape: digest.shape,
        extractor: reader.extractorOf(path),
        at,
        repository: "",
      };
      pages.push({
        id: `${path} ${name}`,
        anchors: [{ ref: `${path}#${name}`, accepted: [accepted] }],
      });
      files += 1;
      if (newest.get(path) !== blob) changed += 1;
    }
  }
  const checked = await checkPages(pages, { platform, repository, snapshot: now, reader }, () => true);
  const count = (wanted: AnchorVerdict): number =>
    checked.filter(({ anchors }) => anchors[0]?.verdict === wanted).length;
  const share = (part: number): number => Math.round((part / Math.max(1, files)) * 1000) / 10;
  return {
    repo: folder.split("/").at(-1) ?? folder,
    days,
    symbols: pages.length,
    file_changed_pct: share(changed),
    touched_pct: share(count("body")),
    stale_pct: share(count("shape") + count("gone")),
    moved_pct: share(count("moved")),
    unknown_pct: share(count("unknown")),
  };
};
