import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hostNames } from "../../scripts/support/pi-host.ts";
import { openRpc, type RpcSession } from "../../scripts/support/pi-rpc.ts";
import { openSandbox, type PiSandbox } from "../../scripts/support/pi-sandbox.ts";
import type { ToolCall } from "../../scripts/support/scripted-model.ts";
import { verifies } from "../acceptance/verifies.ts";
import { placeDocsVault } from "./docs-vault.ts";
import { installedPackage } from "./pack.ts";

const page = (title: string, words: string): string =>
  `<!doctype html><html><head><title>${title}</title></head><body><article><h1>${title}</h1><p>${words}</p></article></body></html>`;

const serve = async (html: string): Promise<{ server: Server; address: string }> => {
  const server = createServer((_request, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end(html),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const bound = server.address();
  if (typeof bound !== "object" || bound === null) throw new Error("The page server has no port.");
  return { server, address: `127.0.0.1:${bound.port}` };
};

const packets = (sandbox: PiSandbox): readonly string[] => {
  const sources = join(sandbox.project, ".llm-wiki/raw/sources");
  return existsSync(sources) ? readdirSync(sources).sort() : [];
};

const extracted = (sandbox: PiSandbox): string =>
  packets(sandbox)
    .map((id) => readFileSync(join(sandbox.project, ".llm-wiki/raw/sources", id, "extracted.md"), "utf8"))
    .join("\n");

describe.each(hostNames)("the tools in the %s Pi", (host) => {
  let sandbox: PiSandbox;
  let session: RpcSession;
  let allowed: Awaited<ReturnType<typeof serve>>;
  let other: Awaited<ReturnType<typeof serve>>;

  /** What the model was told after each of the calls. */
  const results = async (...calls: readonly ToolCall[]): Promise<readonly string[]> => {
    const turn = await session.ask("Use your tools", { calls });
    const told = turn.requests[1]?.messages.slice(-calls.length) ?? [];
    expect(told.map((message) => message.role)).toEqual(calls.map(() => "tool"));
    return told.map((message) => message.text);
  };

  beforeAll(async () => {
    const weather = "The anemometer on the gallery must be greased before the equinox gales.";
    allowed = await serve(page("Anemometer care", weather));
    other = await serve(page("Out of bounds", "This host is not on the list."));
    const settings = { "pi-wiki": { captureHosts: [allowed.address] } };
    sandbox = await openSandbox({ host, extension: installedPackage(), settings });
    await placeDocsVault(sandbox);
    session = await openRpc(sandbox);
  });
  afterAll(async () => {
    await session.close();
    await sandbox.close();
    allowed.server.close();
    other.server.close();
  });

  test("the default set is offered to the model, and nothing that grants a person's trust", async () => {
    verifies("endtoend.tools-offered");
    const turn = await session.ask("Hello");
    const ours = turn.requests[0]?.toolNames.filter((name) => name.startsWith("wiki_")) ?? [];
    expect(ours).toEqual(expect.arrayContaining(["wiki_capture", "wiki_check", "wiki_note", "wiki_recall"]));
    expect(ours.length).toBeLessThanOrEqual(8);
    expect(ours.filter((name) => /confirm|reject|retire|restore|promote|review|forget|settings/.test(name))).toEqual(
      [],
    );
  });

  test("wiki_recall gives the model pages with ids and paths that exist", async () => {
    verifies("endtoend.tool-recall");
    const [told = ""] = await results({
      name: "wiki_recall",
      arguments: { query: "custom excerpt separator", limit: 3 },
    });
    expect(told).toMatch(/excerpt_separator/);
    const paths = [...told.matchAll(/\/\S+?\.md/g)].map((path) => path[0]);
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });

  test("wiki_capture keeps a local HTML file as a sealed packet", async () => {
    verifies("endtoend.tool-capture-file");
    mkdirSync(join(sandbox.project, "manuals"));
    const words = "Fresnel lenses are cleaned with spirit of wine and a linen cloth, never with sand.";
    writeFileSync(join(sandbox.project, "manuals/lens.html"), page("Lens manual", words));
    const [told = ""] = await results({ name: "wiki_capture", arguments: { source: "manuals/lens.html" } });
    expect(told).toMatch(/SRC-\d{4}-\d\d-\d\d-\d{3,}/);
    expect(packets(sandbox).some((id) => told.includes(id))).toBe(true);
    expect(extracted(sandbox)).toContain("spirit of wine");
  });

  test("wiki_capture downloads from a private host only when the user's settings allow it", async () => {
    verifies("endtoend.tool-capture-url", "endtoend.tool-capture-private-refused");
    const before = packets(sandbox).length;
    const [taken = "", refused = ""] = await results(
      { name: "wiki_capture", arguments: { source: `http://${allowed.address}/anemometer` } },
      { name: "wiki_capture", arguments: { source: `http://${other.address}/secret` } },
    );
    expect(taken).toMatch(/SRC-/);
    expect(refused).toMatch(/captureHosts/);
    expect(packets(sandbox)).toHaveLength(before + 1);
    expect(extracted(sandbox)).toContain("equinox gales");
    expect(extracted(sandbox)).not.toContain("not on the list");
  });

  test("wiki_note writes a draft with its triggers, and names a duplicate instead of writing it twice", async () => {
    verifies("endtoend.tool-note-draft", "endtoend.tool-note-duplicate");
    const note = {
      title: "Spirit of wine leaves no streaks on the lens",
      type: "lesson",
      text: "Clean the Fresnel lens with spirit of wine; water leaves streaks that scatter the beam.",
      tags: ["lens"],
      recall_triggers: [
        "beam looks blurry after washing",
        "marks on glass once it dries",
        "what to wipe the optic with",
      ],
      sources: [packets(sandbox)[0] ?? ""],
    };
    const [written = ""] = await results({ name: "wiki_note", arguments: note });
    const notes = (): readonly string[] => readdirSync(join(sandbox.project, ".llm-wiki/wiki/notes"));
    const file = notes().find((name) => name.includes("spirit-of-wine")) ?? "";
    expect(written).toContain(file.replace(/\.md$/, ""));
    const text = readFileSync(join(sandbox.project, ".llm-wiki/wiki/notes", file), "utf8");
    expect(text).toMatch(/^status: draft$/m);
    expect(text).toContain("beam looks blurry after washing");
    expect(text).toContain(packets(sandbox)[0]);
    const count = notes().length;
    const [again = ""] = await results({ name: "wiki_note", arguments: note });
    expect(again).toContain(file.replace(/\.md$/, ""));
    expect(notes()).toHaveLength(count);
  });

  test("wiki_check tells the model what is wrong in the vault", async () => {
    verifies("endtoend.tool-check");
    writeFileSync(
      join(sandbox.project, ".llm-wiki/wiki/notes/torn.md"),
      "---\ntitle: torn\n\nno end of front matter\n",
    );
    const [told = ""] = await results({ name: "wiki_check", arguments: { action: "lint" } });
    expect(told).toContain("torn.md");
  });
});
