import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { AnchoredPage } from "../../../extensions/core/anchors/anchor.ts";
import { extractorOf } from "../../../extensions/core/anchors/anchored-event.ts";
import {
  type AnchorRequest,
  type CheckAnswer,
  type CompareAnswer,
  type ResolveAnswer,
  serveAnchors,
} from "../../../extensions/core/anchors/serve-anchors.ts";
import { codeCases, type Files } from "../../../scripts/bench/trust/code-cases.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { type ScratchRepository, scratchRepository } from "../git/scratch-repository.ts";

const change = ({ put, root }: ScratchRepository, files: Files): void => {
  for (const [path, text] of Object.entries(files)) {
    if (text === undefined) rmSync(join(root, path));
    else put(path, text);
  }
};

const ask = <Answer>({ platform, root }: ScratchRepository, request: AnchorRequest): Promise<Answer> =>
  serveAnchors(platform, { folder: root, request }) as Promise<Answer>;

const resolved = (repository: ScratchRepository, files: readonly string[], text = ""): Promise<ResolveAnswer> =>
  ask(repository, { ask: "resolve", files, text, isWritten: false });

const anchored = async (repository: ScratchRepository, ref: string): Promise<AnchoredPage> => {
  const { found } = await resolved(repository, [ref]);
  const at = "2026-09-01T00:00:00.000Z";
  return {
    id: "notes/pool",
    anchors: found.anchors.map(({ ref: own, ...anchor }) => ({
      ref: own,
      accepted: [{ ...anchor, extractor: extractorOf(own, found.extractor), at, repository: found.repository }],
    })),
  };
};

const madeIn = (repository: string, page: AnchoredPage): AnchoredPage => ({
  ...page,
  anchors: page.anchors.map(({ ref, accepted }) => ({
    ref,
    accepted: accepted.map((one) => ({ ...one, repository })),
  })),
});

const place = ({ root }: ScratchRepository) => ({ key: "vault", top: root });

const check = (repository: ScratchRepository, pages: readonly AnchoredPage[], isHome = true): Promise<CheckAnswer> =>
  ask(repository, { ask: "check", pages, place: place(repository), isHome });

const begun = async (files: Files): Promise<ScratchRepository> => {
  const repository = await scratchRepository();
  change(repository, files);
  repository.git("add", "-A");
  repository.git("commit", "-qm", "Light the lamp");
  return repository;
};

const [sample] = codeCases;
const pool = sample?.before["src/pool.ts"] ?? "";
const open = "src/pool.ts#openPool";

describe("what became of code", () => {
  test.each(codeCases)("$name is found to be $expected", async ({ ref, before, after, expected }) => {
    verifies("anchors.verdicts", "anchors.quiet-changes");
    const repository = await begun(before);
    const page = await anchored(repository, ref);
    expect(page.anchors).toHaveLength(1);
    expect((await check(repository, [page])).pages[0]?.anchors[0]?.verdict).toBe("same");
    change(repository, after);
    expect((await check(repository, [page])).pages[0]?.anchors[0]?.verdict).toBe(expected);
  });

  test("a branch that changes it, and back: what was found before is found again", async () => {
    verifies("anchors.quiet-changes");
    const repository = await begun({ "src/pool.ts": pool });
    const page = await anchored(repository, open);
    repository.git("checkout", "-qb", "other");
    change(repository, { "src/pool.ts": pool.replace("path: string,", "path: URL,") });
    repository.git("commit", "-qam", "Take addresses");
    expect((await check(repository, [page])).pages[0]?.verdict).toBe("stale");
    repository.git("checkout", "-q", "main");
    expect((await check(repository, [page])).pages[0]?.verdict).toBe("fresh");
  });

  test("another extractor takes both digests anew, and knows nothing where the old content is gone", async () => {
    verifies("anchors.new-extractor");
    const repository = await begun({ "src/pool.ts": pool });
    const page = await anchored(repository, open);
    const [anchor] = page.anchors;
    const older = (blob: string): AnchoredPage => ({
      ...page,
      anchors: [
        {
          ref: open,
          accepted: (anchor?.accepted ?? []).map((one) => ({
            ...one,
            blob,
            body: "x",
            shape: "y",
            extractor: "older",
          })),
        },
      ],
    });
    const blob = anchor?.accepted[0]?.blob ?? "";
    expect((await check(repository, [older(blob)])).pages[0]?.verdict).toBe("fresh");
    expect((await check(repository, [older(`${"0".repeat(39)}1`)])).pages[0]?.verdict).toBe("unknown");
    change(repository, { "src/pool.ts": pool.replace("retry: 3", "retry: 4") });
    expect((await check(repository, [older(blob)])).pages[0]?.verdict).toBe("touched");
  });

  test("several accepted digests stand beside each other", async () => {
    verifies("anchors.recorded");
    const repository = await begun({ "src/pool.ts": pool });
    const main = await anchored(repository, open);
    change(repository, { "src/pool.ts": pool.replace("retry: 3", "retry: 4") });
    const branch = await anchored(repository, open);
    const accepted = [main, branch].flatMap(({ anchors }) => anchors[0]?.accepted ?? []);
    const both: AnchoredPage = { ...main, anchors: [{ ref: open, accepted }] };
    expect((await check(repository, [both])).pages[0]?.verdict).toBe("fresh");
    change(repository, { "src/pool.ts": pool });
    expect((await check(repository, [both])).pages[0]?.verdict).toBe("fresh");
  });

  test("an anchor of another repository, and a file that can't be parsed, are not known and alarm nobody", async () => {
    verifies("anchors.unknown");
    const repository = await begun({ "src/pool.ts": pool });
    const page = await anchored(repository, open);
    change(repository, { "src/pool.ts": pool.replace("path: string,", "path: URL,") });
    expect((await check(repository, [madeIn("elsewhere", page)])).pages[0]?.verdict).toBe("unknown");
    expect((await check(repository, [madeIn("", page)], false)).pages[0]?.verdict).toBe("unknown");
    expect((await check(repository, [page], false)).pages[0]?.verdict).toBe("stale");
    change(repository, { "src/pool.ts": "const = = (((\n" });
    expect((await check(repository, [page])).pages[0]?.verdict).toBe("unknown");
  });

  test("what a sparse checkout leaves out, a submodule has, or is too large to read is not gone", async () => {
    verifies("anchors.unknown");
    const large = "lamp.csv";
    const repository = await begun({ "src/pool.ts": pool, "lib/pool.ts": pool, [large]: "oil\n" });
    const verdict = async (page: AnchoredPage) => (await check(repository, [page])).pages[0]?.verdict;
    const [left, grown] = [await anchored(repository, open), await anchored(repository, large)];
    repository.git("sparse-checkout", "set", "--no-cone", "/lib/", `/${large}`);
    expect(await verdict(left)).toBe("unknown");
    repository.git("sparse-checkout", "disable");
    expect(await verdict(left)).toBe("fresh");
    repository.put(large, "oil\n".repeat(1_100_000));
    expect(await verdict(grown)).toBe("unknown");
    const other = await begun({ "horn.ts": pool });
    repository.git("submodule", "--quiet", "add", other.root, "deps/horn");
    const below = await anchored(repository, "deps/horn/horn.ts#openPool");
    expect(await verdict(below)).toBe("fresh");
    repository.git("submodule", "--quiet", "deinit", "-f", "deps/horn");
    expect(await verdict(below)).toBe("unknown");
  });

  test("against a commit it is told what was stale there already", async () => {
    verifies("anchors.stale-command");
    const repository = await begun({ "src/pool.ts": pool });
    const page = await anchored(repository, open);
    change(repository, { "src/pool.ts": pool.replace("path: string,", "path: URL,") });
    const compare = (base: string): Promise<CompareAnswer> =>
      ask(repository, { ask: "compare", pages: [page], isHome: true, base });
    const { pages, base } = await compare("HEAD");
    expect([pages[0]?.verdict, base === "none" ? base : base?.[0]?.verdict]).toEqual(["stale", "fresh"]);
    expect((await compare("no-such-ref")).base).toBeUndefined();
  });
});

describe("what a note names", () => {
  test("is resolved by path and symbol; what is not there is told with what is near", async () => {
    verifies("anchors.naming");
    const repository = await begun({ "src/pool.ts": pool });
    const { given } = await resolved(repository, [
      "src/pool.ts#take",
      "src/pol.ts",
      "src/pool.ts#opnPool",
      "lib/new.ts (new)",
    ]);
    expect(given.map(({ state, ref }) => [state, ref])).toEqual([
      ["resolved", "src/pool.ts#Pool.take"],
      ["unresolved", "src/pol.ts"],
      ["unresolved", "src/pool.ts#opnPool"],
      ["planned", "lib/new.ts (new)"],
    ]);
    expect(given[1]?.suggestions).toContain("src/pool.ts");
    expect(given[2]?.suggestions).toContain(open);
  });

  test("symbols of its text are offered and are no anchors", async () => {
    verifies("anchors.offered");
    const repository = await begun({ "src/pool.ts": pool });
    const { offered, found } = await resolved(repository, [], "Call `openPool` first; `noSuchThing` is gone.");
    expect(offered).toEqual([open]);
    expect(found.anchors).toEqual([]);
  });

  test("outside a repository nothing is known", async () => {
    verifies("anchors.unknown");
    const { platform, folder } = await scratchRepository();
    const request = { ask: "resolve", files: ["a.ts"], text: "", isWritten: false } as const;
    expect(await serveAnchors(platform, { folder, request })).toBeUndefined();
  });
});
