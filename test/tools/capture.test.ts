import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { dataOf, everything, openToolWorld, type ToolWorld, workerTasks } from "./tool-world.ts";

describe("wiki_capture", () => {
  let world: ToolWorld;
  beforeAll(async () => {
    world = await openToolWorld({ tasks: workerTasks });
    world.put("lighthouse/docs/tides.md", "# Spring tides\n\nThe spring tide reaches the third step.\n");
  });

  test("keeps a file with its text and a draft page, and says how to cite it", async () => {
    verifies("tools.capture");
    const answer = await world.call("wiki_capture", { source: "docs/tides.md" });
    const id = "SRC-2026-11-30-001";
    const folder = join(world.project, ".llm-wiki/raw/sources", id);
    expect(answer.text.split("\n").slice(0, 3)).toEqual([
      `Captured as ${id} (project vault).`,
      `Text: ${folder}/extracted.md`,
      `Cite it as [[sources/${id}]]. Its page is a draft; write what matters with wiki_note and name ${id} as a source.`,
    ]);
    expect(answer.text).toContain(
      "<wiki-recall>\nTitle and beginning of the source, as data:\nSpring tides\n\n# Spring tides",
    );
    expect(dataOf(answer)).toMatchObject({ id, folder, layer: "project", page: `sources/${id}`, findings: [] });
    expect(world.read(`lighthouse/.llm-wiki/raw/sources/${id}/original/tides.md`)).toContain("third step");
    expect(world.read(`lighthouse/.llm-wiki/wiki/sources/${id}.md`)).toContain("status: draft");
  });

  test("finds what it has kept, text and page as one", async () => {
    verifies("tools.capture");
    await world.call("wiki_capture", { text: "The storm bell is rung by the wind.", title: "Storm bell" });
    const { text } = await world.call("wiki_recall", { query: "who rings the storm bell?" });
    expect(text.match(/^\[\[.*SRC-/gm)).toHaveLength(1);
  });

  test("writes nothing for a source that it holds already", async () => {
    verifies("tools.capture-once");
    const input = { text: "The lens has eight panels." };
    const first = await world.call("wiki_capture", input);
    const before = everything(join(world.project, ".llm-wiki"));
    const second = await world.call("wiki_capture", { ...input, title: "Lens" });
    const { id } = dataOf(first);
    expect(second.text).toMatch(new RegExp(`^Already captured as ${id}; nothing was written \\(project vault\\)\\.\n`));
    expect(dataOf(second)).toMatchObject({ id, duplicate_of: id, page: `sources/${id}` });
    expect(everything(join(world.project, ".llm-wiki"))).toEqual(before);
  });

  test("takes either a source or a text, and a blank one as none", async () => {
    verifies("tools.blank-arguments");
    const refusal = { code: "invalid_input", message: "source: give either source or text" };
    await expect(world.call("wiki_capture", {})).rejects.toMatchObject(refusal);
    await expect(world.call("wiki_capture", { source: "docs/tides.md", text: "x" })).rejects.toMatchObject(refusal);
    const answer = await world.call("wiki_capture", { source: "", text: "Gulls steal bread.", title: " " });
    expect(answer.text).toMatch(/^Captured as SRC-\S+ \(project vault\)\.[\s\S]*as data:\nGulls steal bread\.\n/);
  });

  test("refuses a file of secrets, one that is not there, and its own vault", async () => {
    verifies("tools.capture-refuses");
    world.put("lighthouse/.env", "LAMP_KEY=brass");
    await expect(world.call("wiki_capture", { source: ".env" })).rejects.toMatchObject({ code: "secret_file" });
    await expect(world.call("wiki_capture", { source: "docs/gone.md" })).rejects.toMatchObject({
      code: "source_not_found",
    });
    const own = { source: ".llm-wiki/WIKI_SCHEMA.md" };
    await expect(world.call("wiki_capture", own)).rejects.toMatchObject({ code: "source_unsupported" });
  });

  test("can't be made to take a file of secrets", async () => {
    verifies("tools.capture-refuses");
    world.put("lighthouse/id_rsa", "brass");
    await expect(world.call("wiki_capture", { source: "id_rsa", force: true })).rejects.toMatchObject({
      code: "secret_file",
    });
  });
});

describe("wiki_capture of an address on this machine", () => {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(
      `<title>Ferry times</title><main><h1>Ferry times</h1><p>${"The ferry leaves at six. ".repeat(20)}</p></main>`,
    );
  });
  let host = "";
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const address = server.address();
    host = typeof address === "object" && address !== null ? `127.0.0.1:${address.port}` : "";
  });
  afterAll(() => {
    server.close();
  });

  test("is refused, with the setting that would allow it, and leaves nothing", async () => {
    verifies("tools.capture-refuses");
    const world = await openToolWorld();
    const before = everything(world.folder);
    await expect(world.call("wiki_capture", { source: `http://${host}/ferry` })).rejects.toMatchObject({
      code: "fetch_refused",
      hint: expect.stringContaining("captureHosts"),
    });
    expect(everything(world.folder)).toEqual(before);
  });

  test("is kept when the user has allowed the host", async () => {
    verifies("tools.capture");
    const world = await openToolWorld({ tasks: workerTasks, settings: { captureHosts: [host] } });
    const { text } = await world.call("wiki_capture", { source: `http://${host}/ferry` });
    expect(text).toMatch(/^Captured as SRC-2026-11-30-001 \(project vault\)\.[\s\S]*as data:\nFerry times\n/);
    expect(text).toContain("The ferry leaves at six.");
  });
});

describe("wiki_capture without a project's vault", () => {
  test("goes to the personal vault, which it creates", async () => {
    verifies("workspace.project-needs-init");
    const world = await openToolWorld({ vault: false });
    const answer = await world.call("wiki_capture", { text: "The keeper's boots are size nine." });
    expect(dataOf(answer)).toMatchObject({ layer: "personal" });
    await world.workspace.settle();
    expect(world.read("home/.llm-wiki/meta/index.md")).toContain("The keeper's boots are size nine");
  });

  test("for the project is refused, and says what to do", async () => {
    verifies("workspace.project-needs-init");
    const world = await openToolWorld({ vault: false });
    await expect(world.call("wiki_capture", { text: "Oil.", layer: "project" })).rejects.toMatchObject({
      code: "no_vault",
      message: "There is no project vault here.",
      hint: "Create one with `pi-wiki init`, or choose another layer.",
    });
  });
});
