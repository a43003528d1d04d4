import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { type FakePi, type FakeSession, fakeSession, openFakePi } from "../../support/fake-pi.ts";
import { openToolWorld, type ToolWorldOptions } from "../../tools/tool-world.ts";
import { anySpelling, type Folders, spellingsOf } from "./guard-spellings.ts";

const sealed = [
  "raw/sources/SRC-2026-11-30-001/extracted.md",
  "raw/sources/SRC-2026-11-30-900/new.md",
  "raw/Ünsichtbar é.md",
  "meta/events.jsonl",
  "meta/new.json",
  "config.json",
];

const free = ["wiki/notes/lamp.md", "wiki/raw/new.md", "wiki/meta/config.json", "outputs/raw/report.md"];

interface Coast extends Folders {
  readonly pi: FakePi;
  readonly session: FakeSession;
  readonly folder: string;
  /** Roots of the vaults that are seen from the session's folder. */
  readonly outer: string;
  readonly project: string;
  readonly personal: string;
}

/** A session in a folder of a project with a vault, in a project with a vault, below a home with one. */
const openCoast = async (options: ToolWorldOptions & { readonly caseInsensitive?: boolean } = {}): Promise<Coast> => {
  const { caseInsensitive = false, ...worldOptions } = options;
  const world = await openToolWorld({ ...worldOptions, vault: false });
  const home = join(world.folder, "home");
  const outer = join(home, "coast", ".llm-wiki");
  const project = join(home, "coast", "light house", ".llm-wiki");
  for (const root of [outer, project]) {
    mkdirSync(join(root, "raw/sources/SRC-2026-11-30-001"), { recursive: true });
    mkdirSync(join(root, "wiki/notes"), { recursive: true });
    mkdirSync(join(root, "meta"));
    writeFileSync(join(root, "config.json"), '{"name": "coast", "topic": "coast", "version": "1.0"}');
  }
  const cwd = join(home, "coast", "light house", "tower");
  mkdirSync(cwd);
  const environment = { ...world.platform.environment, caseInsensitive };
  const pi = openFakePi({ ...world.platform, environment });
  return {
    pi,
    session: fakeSession({ cwd }),
    folder: world.folder,
    cwd,
    home,
    outer,
    project,
    personal: join(home, ".llm-wiki"),
  };
};

const call = ({ pi, session }: Coast, path: string, tool = "write"): Promise<string> =>
  pi.toolCall(session, tool, tool === "write" ? { path, content: "fog" } : { path, edits: [] });

const isDenied = async (coast: Coast, path: string, tool?: string): Promise<boolean> =>
  (await call(coast, path, tool)).includes("is protected");

/** Those of some paths that get the other answer. */
const exceptions = async (coast: Coast, paths: readonly string[], wanted: "denied" | "allowed") => {
  const answers = await Promise.all(paths.map(async (path) => [path, await isDenied(coast, path)] as const));
  return answers.filter(([, denied]) => denied !== (wanted === "denied")).map(([path]) => path);
};

describe("a sealed place", () => {
  test("is refused to write and edit in the project's, an outer project's and the personal vault", async () => {
    verifies("guard.sealed-places");
    const coast = await openCoast();
    mkdirSync(join(coast.personal, "raw"), { recursive: true });
    for (const root of [coast.project, coast.outer, coast.personal]) {
      expect(
        await exceptions(
          coast,
          sealed.map((path) => join(root, path)),
          "denied",
        ),
      ).toEqual([]);
      expect(await isDenied(coast, join(root, "config.json"), "edit")).toBe(true);
    }
  });

  test("is refused in a personal vault that does not exist yet, or is switched off", async () => {
    verifies("guard.sealed-places");
    const coast = await openCoast();
    const places = sealed.map((path) => join(coast.personal, path));
    expect(await exceptions(coast, places, "denied")).toEqual([]);
    mkdirSync(join(coast.home, ".pi/agent"), { recursive: true });
    writeFileSync(join(coast.home, ".pi/agent/settings.json"), '{"pi-wiki": {"personalVault": "off"}}');
    const off = { ...coast, session: fakeSession({ cwd: coast.cwd }) };
    expect(await exceptions(off, places, "denied")).toEqual([]);
  });

  test("is refused where WIKI_HOME puts the personal vault", async () => {
    verifies("guard.sealed-places");
    const coast = await openCoast({ variables: { WIKI_HOME: "~/notes" } });
    const root = join(coast.home, "notes/.llm-wiki");
    expect(
      await exceptions(
        coast,
        sealed.map((path) => join(root, path)),
        "denied",
      ),
    ).toEqual([]);
  });

  test("is refused in a vault of the older layout", async () => {
    verifies("guard.sealed-places");
    const coast = await openCoast();
    const root = join(coast.home, "coast/light house/tower");
    for (const folder of ["raw", "wiki", "meta", ".wiki"]) mkdirSync(join(root, folder));
    writeFileSync(join(root, ".wiki/config.json"), '{"name": "tower", "topic": "tower", "version": "1.0"}');
    const places = ["raw/new.md", "meta/events.jsonl", ".wiki/config.json"].map((path) => join(root, path));
    expect(await exceptions(coast, places, "denied")).toEqual([]);
    const others = ["wiki/lamp.md", "src/raw/new.md", "config.json"].map((path) => join(root, path));
    expect(await exceptions(coast, others, "allowed")).toEqual([]);
  });

  test("is named in the refusal, with the reason and what to do instead", async () => {
    verifies("guard.refusal-helps");
    const coast = await openCoast();
    const place = join(coast.project, "raw/new.md");
    expect(await call(coast, place)).toBe(
      `${place} is protected: captured sources stay as they were captured. Capture a new source with wiki_capture, or write a page under wiki/.`,
    );
    expect(await call(coast, join(coast.project, "meta/events.jsonl"))).toContain("only grows");
    expect(await call(coast, join(coast.project, "config.json"))).toContain("Ask the user");
  });
});

describe("a path that leads to a sealed place", () => {
  test("is refused in every spelling", async () => {
    verifies("guard.spellings");
    const coast = await openCoast();
    for (const root of [coast.project, coast.outer, coast.personal]) {
      for (const path of sealed) {
        const spellings = spellingsOf(join(root, path), coast);
        expect(await exceptions(coast, Object.values(spellings), "denied")).toEqual([]);
      }
    }
  });

  test("is refused behind links: to a folder, a file, a vault, and to nothing yet", async () => {
    verifies("guard.spellings");
    const coast = await openCoast();
    const { cwd, project } = coast;
    const link = (target: string, name: string): string => {
      symlinkSync(target, join(cwd, name));
      return name;
    };
    link(join(project, "raw"), "sources");
    link(join(project, "config.json"), "settings");
    link(project, "vault");
    link("vault", "vault-again");
    link(join(project, "raw/gone/new.md"), "nowhere");
    symlinkSync("../../raw", join(project, "wiki/notes/raw"));
    const places = [
      "sources/new.md",
      "settings",
      "vault/meta/events.jsonl",
      "vault-again/config.json",
      "vault/wiki/../raw/new.md",
      "nowhere",
      "@sources/new.md",
      join(project, "wiki/notes/raw/new.md"),
      // The system leaves the folder that the link leads to, not the one that holds it.
      `${join(project, "wiki/notes/raw")}/sources/../new.md`,
      `${cwd}/sources/../meta/new.json`,
    ];
    expect(await exceptions(coast, places, "denied")).toEqual([]);
    expect(await exceptions(coast, ["vault/wiki/notes/lamp.md", "sources.md"], "allowed")).toEqual([]);
  });

  test("is refused from a session in the vault itself, and from one behind a link", async () => {
    verifies("guard.spellings");
    const coast = await openCoast();
    const inside = { ...coast, session: fakeSession({ cwd: join(coast.project, "wiki/notes") }) };
    expect(await exceptions(inside, ["../../raw/new.md", "../../config.json"], "denied")).toEqual([]);
    expect(await exceptions(inside, ["lamp.md", "../lamp.md", "raw/new.md"], "allowed")).toEqual([]);
    symlinkSync(join(coast.project, "raw"), join(coast.folder, "sources"));
    const behind = { ...coast, session: fakeSession({ cwd: join(coast.folder, "sources") }) };
    expect(await isDenied(behind, "new.md")).toBe(true);
  });

  test("is refused in another case where the file system does not tell them apart", async () => {
    verifies("guard.spellings");
    const blind = await openCoast({ caseInsensitive: true });
    const variants = (root: string) => [
      join(root, "RAW/new.md"),
      join(root, "Meta/Events.JSONL"),
      join(root, "CONFIG.json"),
      join(root.replace(".llm-wiki", ".LLM-Wiki"), "raw/new.md"),
      join(root, "raw/Ünsichtbar é.md").toUpperCase(),
      join(root, "raw/Ünsichtbar é.md").normalize("NFD"),
    ];
    for (const root of [blind.project, blind.personal]) {
      expect(await exceptions(blind, variants(root), "denied")).toEqual([]);
    }
    const seeing = await openCoast();
    expect(await exceptions(seeing, [join(seeing.project, "RAW/new.md")], "allowed")).toEqual([]);
  });

  test("is refused however it is composed, and any other path never is", async () => {
    verifies("guard.spellings", "guard.pages-free");
    const coast = await openCoast();
    const roots = fc.constantFrom(coast.project, coast.outer, coast.personal);
    const places = (paths: readonly string[]) =>
      fc.tuple(roots, fc.constantFrom(...paths)).chain(([root, path]) => anySpelling(join(root, path), coast));
    await fc.assert(
      fc.asyncProperty(places(sealed), async (path) => {
        expect([path, await isDenied(coast, path)]).toEqual([path, true]);
      }),
      { numRuns: 100 },
    );
    const elsewhere = ["raw/new.md", "../raw/new.md", "meta/config.json", "config.json"].map((path) =>
      anySpelling(join(coast.cwd, path), coast),
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(places(free), ...elsewhere), async (path) => {
        expect([path, await isDenied(coast, path)]).toEqual([path, false]);
      }),
      { numRuns: 100 },
    );
  });
});

describe("everything else is let through", () => {
  test("pages, outputs, and folders of these names elsewhere", async () => {
    verifies("guard.pages-free");
    const coast = await openCoast();
    for (const root of [coast.project, coast.outer, coast.personal]) {
      expect(
        await exceptions(
          coast,
          free.map((path) => join(root, path)),
          "allowed",
        ),
      ).toEqual([]);
    }
    const others = [
      "raw/new.md",
      "meta/new.json",
      "../raw/new.md",
      "config.json",
      "/tmp/.llm-wiki.md",
      "@types/raw.d.ts",
    ];
    expect(await exceptions(coast, others, "allowed")).toEqual([]);
  });

  test("reading, listing and searching sealed places", async () => {
    verifies("guard.pages-free");
    const coast = await openCoast();
    for (const tool of ["read", "grep", "find", "ls"]) {
      for (const path of sealed) expect(await isDenied(coast, join(coast.project, path), tool)).toBe(false);
    }
  });

  test("calls without a path, which the tool itself will refuse", async () => {
    const coast = await openCoast();
    for (const input of [undefined, null, "raw", { path: 7 }, { content: "fog" }]) {
      expect(await coast.pi.toolCall(coast.session, "write", input)).toBe("done");
    }
  });
});
