import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Finding } from "../../../extensions/core/finding.ts";
import { openLedger } from "../../../extensions/core/ledger/ledger-store.ts";
import { openPages } from "../../../extensions/core/pages/page-store.ts";
import { openVault } from "../../../extensions/core/vault/layers.ts";
import type { WriteContext } from "../../../extensions/core/vault/vault.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { faultRuns } from "../../support/fault-runs.ts";
import { type TestPlatform, testPlatform } from "../../support/test-platform.ts";
import { inProcesses } from "../vault/vault-process.ts";

const open = (world: TestPlatform) => {
  const { platform } = world;
  const root = join(world.folder, "coast/.llm-wiki");
  const { vault } = openVault(platform, { layer: "project", root, layout: "current" });
  const ledger = openLedger({ platform, vault });
  const context: WriteContext = { platform, actor: "keeper", channel: "tool", origin: { session: "s1", entry: "e1" } };
  return { vault, ledger, context, root, pages: openPages({ platform, vault, ledger }) };
};

const lighthouse = async () => {
  const world = await testPlatform();
  return { world, ...open(world) };
};

const lamp = { type: "lesson", title: "Trim the lamp", frontMatter: { status: "draft" }, body: "Every evening.\n" };

const put = (root: string, path: string, text: string | Uint8Array): void => {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
};

describe("creating a page", () => {
  test("gives it the folder of its type, and tells the ledger what and from where", async () => {
    verifies("vault.page-event-first");
    const { world, pages, context, ledger, root } = await lighthouse();
    const stored = await pages.create(lamp, context);
    const bytes = readFileSync(join(root, "wiki/notes/trim-the-lamp.md"));
    expect(stored).toEqual({
      id: "notes/trim-the-lamp",
      path: join(root, "wiki/notes/trim-the-lamp.md"),
      hash: world.platform.hash(bytes),
    });
    expect(ledger.read().events).toMatchObject([
      {
        kind: "page_created",
        details: { page: stored.id, after: stored.hash },
        origin: { session: "s1", entry: "e1" },
        channel: "tool",
      },
    ]);
    expect(pages.read(stored.id)).toMatchObject({ title: "Trim the lamp", type: "lesson", status: "draft" });
  });

  test("never overwrites: the same title gets a number", async () => {
    verifies("vault.page-never-overwritten");
    const { pages, context } = await lighthouse();
    const ids = [];
    for (const body of ["One.\n", "Two.\n", "Three.\n"]) ids.push((await pages.create({ ...lamp, body }, context)).id);
    expect(ids).toEqual(["notes/trim-the-lamp", "notes/trim-the-lamp-2", "notes/trim-the-lamp-3"]);
    expect(ids.map((id) => pages.read(id)?.body.trim())).toEqual(["One.", "Two.", "Three."]);
  });

  test("counts a name in another case or Unicode form as taken", async () => {
    const { pages, context, root } = await lighthouse();
    put(root, "wiki/notes/Trim-The-LAMP.md", "# By hand\n");
    expect((await pages.create(lamp, context)).id).toBe("notes/trim-the-lamp-2");
    put(root, "wiki/Concepts/Cafe\u0301.md", "# By hand\n");
    await expect(pages.create({ id: "concepts/café", text: "# Café\n" }, context)).rejects.toMatchObject({
      code: "name_taken",
    });
  });

  test("takes a title that no script of ours knows, and one that is reserved", async () => {
    const { pages, context } = await lighthouse();
    for (const title of ["燈塔の霧", "index", "🔥🔥", "../../etc/passwd"]) {
      const { id } = await pages.create({ ...lamp, title }, context);
      expect(pages.read(id)?.title).toBe(title);
    }
  });

  test("with an exact id takes that or refuses", async () => {
    const { pages, context, ledger } = await lighthouse();
    expect((await pages.create({ id: "notes/lens", text: "# Lens\n" }, context)).id).toBe("notes/lens");
    await expect(pages.create({ id: "notes/lens", text: "# Other\n" }, context)).rejects.toMatchObject({
      code: "name_taken",
    });
    expect(pages.read("notes/lens")?.title).toBe("Lens");
    expect(ledger.read().events).toHaveLength(1);
  });

  test.each([
    "",
    "../config",
    "notes/../../x",
    "/etc/passwd",
    "notes//x",
    ".hidden",
    "notes/index",
    "LOG",
    "a\\b",
    "a\nb",
  ])("refuses the id %j", async (id) => {
    const { pages, context, root } = await lighthouse();
    await expect(pages.create({ id, text: "# X\n" }, context)).rejects.toMatchObject({ code: "invalid_input" });
    expect(readdirSync(root).filter((name) => name !== "meta")).toEqual([]);
  });

  test("refuses a text that no reader would read", async () => {
    const { pages, context } = await lighthouse();
    const text = "x".repeat(6 * 1024 * 1024);
    await expect(pages.create({ id: "notes/huge", text }, context)).rejects.toMatchObject({ code: "too_large" });
  });

  test("of many at once appends their events together and tells what became of each", async () => {
    const { pages, context, ledger, root } = await lighthouse();
    put(root, "wiki/notes/b.md", "# By hand\n");
    const files = ["a", "b", "c"].map((name) => ({
      id: `notes/${name}`,
      text: `# ${name}\n`,
      details: { file: name },
    }));
    const creations = await pages.createMany(() => files, context);
    expect(creations.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([
      "notes/a stored",
      "notes/b taken",
      "notes/c stored",
    ]);
    expect(ledger.read().events.map(({ details }) => details["file"])).toEqual(["a", "b", "c"]);
    expect(pages.read("notes/b")?.title).toBe("By hand");
  });
});

describe("editing a page", () => {
  test("records both hashes and changes nothing else", async () => {
    const { pages, context, ledger } = await lighthouse();
    const { id, hash } = await pages.create(lamp, context);
    const edited = await pages.edit(id, (text) => `${text}And every morning.\n`, context);
    expect(pages.read(id)?.body).toContain("evening.\nAnd every morning.");
    expect(ledger.tail(1)).toMatchObject([
      { kind: "page_edited", details: { page: id, before: hash, after: edited.hash } },
    ]);
  });

  test("that changes nothing leaves no event", async () => {
    const { pages, context, ledger } = await lighthouse();
    const { id, hash } = await pages.create(lamp, context);
    expect((await pages.edit(id, (text) => text, context)).hash).toBe(hash);
    expect(ledger.read().events).toHaveLength(1);
  });

  test("sees BOM and CRLF as they are", async () => {
    const { pages, context, root } = await lighthouse();
    put(root, "wiki/notes/fog.md", "\uFEFF# Fog\r\n\r\nThick.\r\n");
    await pages.edit("notes/fog", (text) => text.replace("Thick", "Thin"), context);
    expect(readFileSync(join(root, "wiki/notes/fog.md"), "utf8")).toBe("\uFEFF# Fog\r\n\r\nThin.\r\n");
  });

  test("changes the text that an editor saved meanwhile", async () => {
    verifies("vault.page-reread");
    const { pages, context, root } = await lighthouse();
    const { id, path } = await pages.create(lamp, context);
    let editorSaves = 1;
    await pages.edit(
      id,
      (text) => {
        if (editorSaves-- > 0) put(root, "wiki/notes/trim-the-lamp.md", `${text}By the editor.\n`);
        return `${text}By the tool.\n`;
      },
      context,
    );
    expect(readFileSync(path, "utf8")).toMatch(/By the editor\.\nBy the tool\.\n$/);
  });

  test("gives up on a page that never rests", async () => {
    const { pages, context, root } = await lighthouse();
    const { id } = await pages.create(lamp, context);
    let saves = 0;
    const change = (text: string): string => {
      put(root, "wiki/notes/trim-the-lamp.md", `${text}${saves++}\n`);
      return `${text}By the tool.\n`;
    };
    await expect(pages.edit(id, change, context)).rejects.toMatchObject({ code: "locked" });
  });

  test("refuses bytes that are not text, and leaves them", async () => {
    const { pages, context, root } = await lighthouse();
    const bytes = new Uint8Array([0x23, 0x20, 0xe9, 0x0a]);
    put(root, "wiki/notes/latin.md", bytes);
    await expect(pages.edit("notes/latin", (text) => `${text}x`, context)).rejects.toMatchObject({
      code: "unreadable",
    });
    expect(new Uint8Array(readFileSync(join(root, "wiki/notes/latin.md")))).toEqual(bytes);
  });

  test("of an absent page is refused", async () => {
    const { pages, context } = await lighthouse();
    for (const id of ["notes/none", "../config", "notes/index"]) {
      await expect(pages.edit(id, (text) => text, context)).rejects.toMatchObject({ code: "page_not_found" });
    }
  });
});

describe("removing a page", () => {
  test("records what was removed; removing again changes nothing", async () => {
    const { pages, context, ledger } = await lighthouse();
    const { id, hash } = await pages.create(lamp, context);
    expect(await pages.remove(id, context, { kind: "forgotten", details: { reason: "asked" } })).toBe(true);
    expect(pages.read(id)).toBeUndefined();
    expect(ledger.tail(1)).toMatchObject([{ kind: "forgotten", details: { page: id, before: hash, reason: "asked" } }]);
    expect(await pages.remove(id, context, { kind: "forgotten" })).toBe(false);
    expect(ledger.read().events).toHaveLength(2);
  });
});

describe("reading", () => {
  test("finds a page whose name is in another Unicode form on disk", async () => {
    const { pages, root } = await lighthouse();
    put(root, "wiki/concepts/cafe\u0301/menu\u0308.md", "# Menü\n");
    expect(pages.readAll().map(({ id }) => id)).toEqual(["concepts/café/menü"]);
    expect(pages.read("concepts/café/menü")?.title).toBe("Menü");
  });

  test("reaches nothing outside the pages, and nothing through a link", async () => {
    verifies("vault.pages-confined");
    const { pages, root } = await lighthouse();
    put(root, "meta/index.md", "# Wiki Index\n");
    put(root, "wiki/notes/lamp.md", "# Lamp\n");
    symlinkSync(join(root, "wiki/notes"), join(root, "wiki/alias"));
    symlinkSync(join(root, "wiki/notes/lamp.md"), join(root, "wiki/notes/alias.md"));
    for (const id of ["../meta/index", "alias/lamp", "notes/alias", "notes/../notes/lamp", "", "/"]) {
      expect(pages.read(id)).toBeUndefined();
    }
    expect(pages.readAll().map(({ id }) => id)).toEqual(["notes/lamp"]);
  });

  test("goes on around files that can't be pages, and names each", async () => {
    verifies("vault.bad-file-never-stops");
    const { pages, root } = await lighthouse();
    put(root, "wiki/notes/lamp.md", "# Lamp\n");
    put(root, "wiki/notes/Lamp.md", "# Other lamp\n");
    put(root, "wiki/notes/cafe\u0301.md", "# Café\n");
    put(root, "wiki/notes/café.md", "# Café twice\n");
    put(root, "wiki/notes/huge.md", "x".repeat(5 * 1024 * 1024 + 1));
    put(root, "wiki/notes/index.md", "# Reserved\n");
    put(root, "wiki/notes/broken.md", "---\ntitle: [\n---\n");
    put(root, "wiki/notes/secret.md", "# Secret\n");
    symlinkSync("/etc/hostname", join(root, "wiki/notes/link.md"));
    symlinkSync(root, join(root, "wiki/loop"));
    const isRoot = process.getuid?.() === 0;
    chmodSync(join(root, "wiki/notes/secret.md"), 0);
    const findings: Finding[] = [];
    const ids = pages.readAll((finding) => findings.push(finding)).map(({ id }) => id);
    expect(ids.filter((id) => id !== "notes/secret")).toEqual([
      "notes/Lamp",
      "notes/broken",
      "notes/café",
      "notes/lamp",
    ]);
    const codes = findings.map(({ code, path }) => `${code} ${path}`).sort();
    expect(codes.filter((line) => !line.endsWith("secret.md"))).toEqual([
      "duplicate-id wiki/notes/café.md",
      "duplicate-id wiki/notes/lamp.md",
      "skipped-link wiki/loop",
      "skipped-link wiki/notes/link.md",
      "too-large wiki/notes/huge.md",
    ]);
    if (!isRoot) expect(codes).toContain("unreadable wiki/notes/secret.md");
  });

  test("says so when the folder of pages is a link", async () => {
    const { pages, root, world } = await lighthouse();
    mkdirSync(root, { recursive: true });
    symlinkSync(world.folder, join(root, "wiki"));
    const findings: Finding[] = [];
    expect(pages.readAll((finding) => findings.push(finding))).toEqual([]);
    expect(findings).toMatchObject([{ code: "skipped-link", path: "wiki" }]);
  });
});

const pageFiles = (root: string): string[] =>
  readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (path) => /wiki\/.*\.md$/.test(path) && !path.includes(".tmp-"),
  );

test("a created page is whole with its event, or not there, wherever it was interrupted", async () => {
  verifies("vault.page-durable");
  await faultRuns({
    act: (world) => {
      const { pages, context } = open(world);
      return pages.create(lamp, context);
    },
    check: async (world, acknowledged) => {
      const { pages, ledger, vault } = open(world);
      const onDisk = pages.readAll();
      if (acknowledged) expect(onDisk).toHaveLength(1);
      const told = new Set(ledger.read().events.map(({ details }) => details["after"]));
      for (const page of onDisk) {
        expect(page.body.trim()).toBe("Every evening.");
        expect(told.has(world.platform.hash(vault.files.read(page.path) ?? ""))).toBe(true);
      }
    },
  });
});

test("an edited page holds the old text or the new one, wherever it was interrupted", async () => {
  await faultRuns({
    arrange: (world) => open(world).pages.create(lamp, open(world).context),
    act: (world) => open(world).pages.edit("notes/trim-the-lamp", (text) => `${text}Twice.\n`, open(world).context),
    check: async (world, acknowledged) => {
      const body = open(world).pages.read("notes/trim-the-lamp")?.body ?? "";
      expect(acknowledged ? ["Every evening.\nTwice.\n"] : ["Every evening.\n", "Every evening.\nTwice.\n"]).toContain(
        body.trimStart(),
      );
      const again = await open(world).pages.edit("notes/trim-the-lamp", () => "# New\n", open(world).context);
      expect(again.id).toBe("notes/trim-the-lamp");
    },
  });
});

test("processes that write one title at once lose no page and share no name", async () => {
  verifies("vault.page-processes");
  const world = await testPlatform();
  const { root, pages, ledger } = open(world);
  const results = await inProcesses(world, 4, ["note", root, "Trim the lamp", "10"]);
  const ids = results.flatMap((result) => (Array.isArray(result) ? result : []));
  expect(new Set(ids).size).toBe(40);
  expect(pageFiles(root)).toHaveLength(40);
  expect(new Set(pages.readAll().map(({ body }) => body)).size).toBe(40);
  expect(ledger.verify().findings.filter(({ severity }) => severity === "error")).toEqual([]);
});
