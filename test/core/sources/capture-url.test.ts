import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listPackets, readExtracted, readPacket } from "../../../extensions/core/sources/packet-store.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { testPlatform } from "../../support/test-platform.ts";
import { articlePage } from "./extract/lighthouse-page.ts";
import { captureIn, vaultIn } from "./lighthouse-vault.ts";
import { makePdf } from "./make-pdf.ts";

const page = articlePage('<p><a href="wick">Wicks</a><img src="/lamp.png"></p><iframe src="/tide"></iframe>');

interface Answer {
  readonly type?: string;
  readonly body?: string | Uint8Array;
  readonly location?: string;
}

const answers: Readonly<Record<string, Answer>> = {
  "/guide/care": { type: "text/html; charset=utf-8", body: page },
  "/moved": { location: "/guide/care?token=abc123" },
  "/guide/care?token=abc123": { type: "text/html", body: page },
  "/guide.pdf": { type: "application/octet-stream", body: makePdf([["Lamp care"]]) },
  "/README.md": { type: "text/plain", body: "# Lighthouse\n\nLit since 1850.\n" },
  "/gbk": { type: "text/plain; charset=gbk", body: Uint8Array.of(0xb5, 0xc6, 0xcc, 0xa8) },
  "/lamp.png": { type: "image/png", body: "lamp" },
  "/large": { type: "text/plain", body: "oil ".repeat(7 * 1024 * 1024) },
  "/away": { location: "http://169.254.169.254/latest/meta-data" },
};

const asked: string[] = [];
let server: Server;
let host = "";

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const { type, body, location } = answers[request.url ?? ""] ?? {};
    if (location !== undefined) response.writeHead(302, { location }).end();
    else if (type === undefined) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": type }).end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve());
  });
  // Listening on a TCP port, so that the address is of this form.
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const captureUrl = async (path: string, allowed = true) => {
  const world = await testPlatform();
  const run = captureIn(world, { source: `http://${host}${path}`, allowedHosts: allowed ? [host] : [] });
  return { world, ...(await run) };
};

describe("an address", () => {
  test("of a page is kept with its original, in one download", async () => {
    verifies("sources.one-download");
    const { world, captured } = await captureUrl("/guide/care");
    const packet = readPacket(vaultIn(world), captured.id);
    expect(captured.title).toBe("Lamp care");
    expect(packet?.manifest).toMatchObject({
      url: `http://${host}/guide/care`,
      resource: `http://${host}/guide/care`,
      format: "web",
      extractor: "defuddle",
      content_type: "text/html; charset=utf-8",
    });
    expect(vaultIn(world).files.readText(`${captured.path}/original/source.html`)).toBe(page);
    expect(readExtracted(vaultIn(world), captured)).toContain("[Wicks](https://lamp.example/guide/wick)");
    expect(asked).toEqual(["/guide/care"]);
  });

  test("that leads elsewhere is recorded as the place reached, without its token", async () => {
    const { world, captured, events } = await captureUrl("/moved");
    const { manifest } = readPacket(vaultIn(world), captured.id) ?? {};
    expect(manifest?.url).toBe(`http://${host}/guide/care?token=redacted`);
    expect(JSON.stringify([manifest, events])).not.toContain("abc123");
  });

  test.each([
    ["/guide.pdf", "original/source.pdf", "## Page 1\n\nLamp care\n"],
    ["/README.md", "original/source.md", "# Lighthouse\n\nLit since 1850.\n"],
    ["/gbk", "original/source.txt", "灯台"],
  ])("%s is taken by its content", async (path, original, text) => {
    verifies("sources.formats");
    const { world, captured } = await captureUrl(path);
    expect(captured.files[0]?.path).toBe(original);
    expect(readExtracted(vaultIn(world), captured)).toBe(text);
  });

  test.each([
    ["/lamp.png", "source_unsupported"],
    ["/absent", "fetch_failed"],
    ["/large", "fetch_failed"],
    ["/away", "fetch_refused"],
  ])("%s is refused and leaves nothing", async (path, code) => {
    verifies("sources.url-limits");
    const world = await testPlatform();
    const refused = captureIn(world, { source: `http://${host}${path}`, allowedHosts: [host] });
    await expect(refused).rejects.toMatchObject({ code });
    expect(listPackets(vaultIn(world))).toEqual([]);
  });

  test("on this machine is not asked unless its host is allowed", async () => {
    verifies("sources.url-limits");
    await expect(captureUrl("/guide/care", false)).rejects.toMatchObject({ code: "fetch_refused" });
    expect(asked).toEqual([]);
  });
});
