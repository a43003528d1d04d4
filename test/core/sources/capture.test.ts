import { chmodSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Extraction } from "../../../extensions/core/sources/extract/extract-source.ts";
import { listPackets, readPacket } from "../../../extensions/core/sources/packet-store.ts";
import { verifyPackets } from "../../../extensions/core/sources/verify-packets.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { faultRuns } from "../../support/fault-runs.ts";
import { type TestPlatform, testPlatform } from "../../support/test-platform.ts";
import { captureIn, put, vaultIn } from "./lighthouse-vault.ts";
import { makePdf } from "./make-pdf.ts";

const manifestText = (world: TestPlatform, id: string): string =>
  vaultIn(world).files.readText(`raw/sources/${id}/manifest.json`) ?? "";

const nothingCaptured = (world: TestPlatform): void => {
  expect(listPackets(vaultIn(world))).toEqual([]);
  expect(vaultIn(world).files.list("raw")).toEqual([]);
};

describe("a local file", () => {
  test("gives id, path, title, files and a preview", async () => {
    verifies("sources.capture-result");
    const world = await testPlatform();
    put(world, "project/docs/care.md", "# Lamp care\n\nTrim the wick.\n");
    const { captured, events } = await captureIn(world, { source: "docs/care.md" });
    const sha256 = world.platform.hash("# Lamp care\n\nTrim the wick.\n");
    expect(captured).toEqual({
      id: "SRC-2026-11-30-001",
      path: "raw/sources/SRC-2026-11-30-001",
      title: "Lamp care",
      files: [
        { path: "original/care.md", sha256, bytes: 28 },
        { path: "extracted.md", sha256, bytes: 28 },
      ],
      preview: "# Lamp care\n\nTrim the wick.",
    });
    expect(events).toEqual([
      {
        kind: "capture",
        details: {
          source_id: "SRC-2026-11-30-001",
          file_path: "docs/care.md",
          format: "markdown",
          manifest_sha256: world.platform.hash(manifestText(world, captured.id)),
        },
      },
    ]);
  });

  test("is described with the peer's keys, then ours, and no absolute path", async () => {
    verifies("sources.peer-manifest");
    const world = await testPlatform();
    put(world, "home/notes/oil.txt", "Colza burns clear.\n");
    const { captured } = await captureIn(world, { source: "~/notes/oil.txt" });
    const text = manifestText(world, captured.id);
    expect(text).not.toContain(world.folder);
    expect(Object.entries(JSON.parse(text)).slice(0, 9)).toEqual([
      ["id", "SRC-2026-11-30-001"],
      ["captured", "2026-11-30"],
      ["packet_version", "1.0"],
      ["title", "oil.txt"],
      ["file_path", "oil.txt"],
      ["format", "text"],
      ["extractor", "passthrough"],
      ["extraction_status", "success"],
      ["captured_at", "2026-11-30T12:00:00.000Z"],
    ]);
  });

  test("keeps its bytes, whatever was made of them", async () => {
    const world = await testPlatform();
    const bytes = Buffer.from("\uFEFF灯台\r\nの手入れ\r\n", "utf16le");
    put(world, "project/灯台.txt", bytes);
    const { captured } = await captureIn(world, { source: "灯台.txt", title: "  Toudai \n care " });
    const folder = join(vaultIn(world).root, captured.path);
    expect(readFileSync(join(folder, "original/灯台.txt"))).toEqual(bytes);
    expect(readFileSync(join(folder, "extracted.md"), "utf8")).toBe("灯台\nの手入れ\n");
    expect(captured.title).toBe("Toudai care");
  });

  test("may be given as a file address", async () => {
    const world = await testPlatform();
    put(world, "project/night log.txt", "Calm.\n");
    const { captured } = await captureIn(world, { source: `file://${world.folder}/project/night%20log.txt` });
    expect(captured.files[0]?.path).toBe("original/night log.txt");
  });

  test("of a session with a task carries the task's id", async () => {
    verifies("sources.task-id");
    const world = await testPlatform();
    const { captured, events } = await captureIn(world, { text: "Calm." }, { taskId: "night-watch" });
    expect(JSON.parse(manifestText(world, captured.id))).toMatchObject({ task_id: "night-watch" });
    expect(events[0]?.details).toMatchObject({ task_id: "night-watch" });
  });

  test.each([".env", "deploy/server.pem", "id_rsa", "credentials.json"])(
    "named %s is refused, unless forced",
    async (source) => {
      verifies("sources.secrets-refused");
      const world = await testPlatform();
      put(world, `project/${source}`, "oil=1\n");
      await expect(captureIn(world, { source })).rejects.toMatchObject({ code: "secret_file" });
      nothingCaptured(world);
      const { captured } = await captureIn(world, { source, force: true });
      expect(verifyPackets({ vault: vaultIn(world), platform: world.platform })).toEqual([]);
      expect(captured.id).toBe("SRC-2026-11-30-001");
    },
  );

  test("reached through a harmless link to a secret is refused", async () => {
    verifies("sources.secrets-refused");
    const world = await testPlatform();
    put(world, "home/.ssh/config", "Host lamp\n");
    put(world, "project/x.txt", "");
    symlinkSync(join(world.folder, "home/.ssh/config"), join(world.folder, "project/notes.md"));
    await expect(captureIn(world, { source: "notes.md" })).rejects.toMatchObject({ code: "secret_file" });
  });

  test("that is a page of the vault itself is refused", async () => {
    const world = await testPlatform();
    put(world, "project/.llm-wiki/wiki/notes/oil.md", "# Oil\n");
    await expect(captureIn(world, { source: ".llm-wiki/wiki/notes/oil.md" })).rejects.toMatchObject({
      code: "source_unsupported",
      data: { reason: "it is a part of the vault itself" },
    });
  });

  test.each([
    ["absent", "nowhere.md", "source_not_found"],
    ["a folder", "docs", "source_unsupported"],
    ["an image", "lamp.png", "source_unsupported"],
    ["empty", "empty.txt", "extraction_failed"],
    ["a broken PDF", "broken.pdf", "extraction_failed"],
    ["of another scheme", "ftp://lamp.example/x", "source_unsupported"],
    ["nothing", " ", "invalid_input"],
  ])("that is %s is refused and leaves nothing", async (_what, source, code) => {
    verifies("sources.broken-input");
    const world = await testPlatform();
    put(world, "project/docs/care.md", "# Care\n");
    put(world, "project/lamp.png", Buffer.from("\x89PNG\r\n\x1a\n", "latin1"));
    put(world, "project/empty.txt", "");
    put(world, "project/broken.pdf", "%PDF-1.7\n");
    await expect(captureIn(world, { source })).rejects.toMatchObject({ code });
    nothingCaptured(world);
  });

  test("of more than 50 MB is refused unread", async () => {
    const world = await testPlatform();
    put(world, "project/log.txt", Buffer.alloc(51 * 1024 * 1024, "oil "));
    await expect(captureIn(world, { source: "log.txt" })).rejects.toMatchObject({ code: "too_large" });
    nothingCaptured(world);
  });

  test("that is a named pipe is refused without waiting", async () => {
    const world = await testPlatform();
    mkdirSync(join(world.folder, "project"));
    await world.platform.run(["mkfifo", join(world.folder, "project/pipe.md")]);
    await expect(captureIn(world, { source: "pipe.md" })).rejects.toMatchObject({ code: "source_unsupported" });
  });
});

describe("text", () => {
  test("is kept as given, with its first line as title and no file path", async () => {
    const world = await testPlatform();
    const { captured } = await captureIn(world, { text: "Otter notes\r\n\r\nThey like the rocks." });
    expect(captured).toMatchObject({ title: "Otter notes", preview: "Otter notes\n\nThey like the rocks." });
    const manifest: Record<string, unknown> = JSON.parse(manifestText(world, captured.id));
    expect(manifest).toMatchObject({
      format: "text",
      extractor: "passthrough",
      resource: "raw/sources/SRC-2026-11-30-001/original/text.md",
    });
    expect(manifest).not.toHaveProperty("file_path");
    expect(manifest).not.toHaveProperty("url");
  });

  test("that looks like a page is not converted", async () => {
    const world = await testPlatform();
    const { captured } = await captureIn(world, { text: "<html><body>Lamp</body></html>" });
    expect(captured.preview).toBe("<html><body>Lamp</body></html>");
  });

  test.each([{ text: " \n" }, {}, { text: "a", source: "b" }])("%j is no request", async (request) => {
    const world = await testPlatform();
    await expect(captureIn(world, request)).rejects.toMatchObject({ code: "invalid_input" });
  });
});

describe("the same bytes again", () => {
  test("name the packet that has them and write nothing", async () => {
    verifies("sources.duplicate-writes-nothing", "sources.capture-result");
    const world = await testPlatform();
    put(world, "project/care.md", "# Lamp care\n");
    put(world, "project/copy.md", "# Lamp care\n");
    const first = await captureIn(world, { source: "care.md" });
    const before = vaultIn(world).files.scan("").files;
    const second = await captureIn(world, { source: "copy.md", title: "Another" });
    expect(second.captured).toEqual({ ...first.captured, duplicate_of: first.captured.id });
    expect(second.events).toEqual([]);
    expect(vaultIn(world).files.scan("").files).toEqual(before);
  });

  test("make a packet again when the first one was damaged", async () => {
    const world = await testPlatform();
    const { captured } = await captureIn(world, { text: "Calm." });
    await vaultIn(world).files.remove(`${captured.path}/original`);
    expect((await captureIn(world, { text: "Calm." })).captured.id).toBe("SRC-2026-11-30-002");
  });
});

describe("failures", () => {
  test("at any step leave a whole packet or none, and the capture can be tried again", async () => {
    verifies("sources.packet-whole");
    const request = { source: "guide.pdf" };
    const points = await faultRuns({
      arrange: async (world) => {
        await Promise.resolve();
        put(world, "project/guide.pdf", makePdf([["Lamp care"]]));
      },
      act: async (world) => await captureIn(world, request),
      check: async (world, acknowledged) => {
        const vault = vaultIn(world);
        const before = listPackets(vault).length;
        expect(before === 1 || !acknowledged).toBe(true);
        const { captured } = await captureIn(world, request);
        expect(captured.duplicate_of !== undefined).toBe(before === 1);
        expect(verifyPackets({ vault, platform: world.platform })).toEqual([]);
        expect(listPackets(vault)).toHaveLength(1);
      },
    });
    expect(points).toBeGreaterThan(20);
  }, 120_000);

  test("of the ledger stop the capture before anything is seen", async () => {
    verifies("sources.event-first");
    const world = await testPlatform();
    const refused = captureIn(world, { text: "Calm." }, { record: () => Promise.reject(new Error("ledger is full")) });
    await expect(refused).rejects.toThrow("ledger is full");
    expect(listPackets(vaultIn(world))).toEqual([]);
    expect((await captureIn(world, { text: "Calm." })).captured.id).toBe("SRC-2026-11-30-002");
  });

  test("to write leave no trace", async () => {
    const world = await testPlatform();
    const { root } = vaultIn(world);
    mkdirSync(root, { recursive: true });
    put(world, "project/.llm-wiki/raw/sources", "a file in the folder's place");
    await expect(captureIn(world, { text: "Calm." })).rejects.toMatchObject({ name: "WikiError" });
    chmodSync(root, 0o755);
  });

  test("of a cancelled capture leave nothing", async () => {
    const world = await testPlatform();
    const controller = new AbortController();
    const onProgress = (stage: string): void => {
      if (stage === "extract") controller.abort(new Error("stopped by the keeper"));
    };
    await expect(captureIn(world, { text: "Calm." }, { signal: controller.signal, onProgress })).rejects.toThrow(
      "stopped by the keeper",
    );
    nothingCaptured(world);
  });
});

describe("extraction", () => {
  test("of a PDF that its reader can't cope with ends in a worker, not in a crash", async () => {
    verifies("sources.broken-input");
    const tasks = new URL("../../../extensions/worker-tasks.ts", import.meta.url);
    const world = await testPlatform({ tasks });
    const pdf = new TextDecoder().decode(makePdf([["Lamp care"], ["Fill the oil"], ["Rest"]]));
    put(world, "project/guide.pdf", pdf.replace("7 0 obj", "? 0 obj"));
    const outcome = await captureIn(
      world,
      { source: "guide.pdf" },
      {
        extract: async (bytes, meta) => {
          const extraction = await world.platform.inWorker("extract", { bytes, meta });
          return extraction as Extraction; // As workspace.ts has it.
        },
      },
    ).then(
      ({ captured }) => captured.preview,
      (error: unknown) => error,
    );
    if (typeof outcome === "string") expect(outcome).toContain("Lamp care");
    else expect(outcome).toMatchObject({ code: "extraction_failed" });
  });

  test("runs where the caller wants it, on data that a worker can take", async () => {
    const world = await testPlatform();
    put(world, "project/guide.pdf", makePdf([["Lamp care"]]));
    const stages: string[] = [];
    const { captured } = await captureIn(
      world,
      { source: "guide.pdf" },
      {
        onProgress: (stage) => stages.push(stage),
        extract: async (bytes, meta) => {
          await Promise.resolve();
          const copy = structuredClone({ bytes, meta });
          expect(copy.meta).toEqual({ name: "guide.pdf" });
          return structuredClone({
            ok: true,
            format: "pdf",
            extractor: "worker",
            title: "From a worker",
            markdown: "Lamp care\n",
            notes: ["Read elsewhere."],
          });
        },
      },
    );
    expect(stages).toEqual(["read", "extract", "store"]);
    expect(readPacket(vaultIn(world), captured.id)?.manifest).toMatchObject({
      title: "From a worker",
      extractor: "worker",
      notes: ["Read elsewhere."],
    });
  });
});
