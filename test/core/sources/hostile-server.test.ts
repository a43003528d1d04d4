import { createServer, type Server } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { listPackets, readExtracted, readPacket } from "../../../extensions/core/sources/packet-store.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { testPlatform } from "../../support/test-platform.ts";
import { articlePage } from "./extract/lighthouse-page.ts";
import { captureIn, vaultIn } from "./lighthouse-vault.ts";
import { makePdf } from "./make-pdf.ts";

/** A server that answers every connection with these bytes, whatever HTTP says about them. */
const speaking = async (...parts: readonly (string | Uint8Array)[]): Promise<string> => {
  const server: Server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => socket.end(Buffer.concat(parts.map((part) => Buffer.from(part)))));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server listens on no port.");
  return `127.0.0.1:${address.port}`;
};

const answer = (body: string | Uint8Array, ...headers: readonly string[]): readonly (string | Uint8Array)[] => {
  const length = `Content-Length: ${Buffer.from(body).length}`;
  return [`${["HTTP/1.1 200 OK", length, ...headers].join("\r\n")}\r\n\r\n`, body];
};

const captureFrom = async (host: string, path = "/guide") => {
  const world = await testPlatform();
  const { captured } = await captureIn(world, { source: `http://${host}${path}`, allowedHosts: [host] });
  const { manifest } = readPacket(vaultIn(world), captured.id) ?? {};
  return { original: captured.files[0]?.path, manifest, text: readExtracted(vaultIn(world), captured) };
};

const refusalFrom = async (host: string, source = `http://${host}/guide`) => {
  const world = await testPlatform();
  const error: unknown = await captureIn(world, { source, allowedHosts: [host] }).catch((caught: unknown) => caught);
  expect(listPackets(vaultIn(world))).toEqual([]);
  expect(vaultIn(world).files.scan("").files).toEqual([]);
  return error;
};

const html = articlePage("<p>Trim the wick at dusk.</p>");
const pdf = makePdf([["Lamp care"]]);
const program = Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0]);
const noise = Uint8Array.from({ length: 4000 }, (_, index) => (index * index * 31 + index * 7) % 256);

describe("what a server calls its answer does not decide what it is", () => {
  test.each([
    ["HTML called a PDF", html, "application/pdf", "original/source.html", "wick at dusk"],
    ["HTML called plain text", html, "text/plain", "original/source.html", "wick at dusk"],
    ["HTML without a type", html, undefined, "original/source.html", "wick at dusk"],
    ["HTML with an empty type", html, "", "original/source.html", "wick at dusk"],
    ["HTML with nonsense for a type", html, "lamp/;;=;charset=", "original/source.html", "wick at dusk"],
    ["a PDF called HTML", pdf, "text/html", "original/source.pdf", "Lamp care"],
    ["a PDF without a type", pdf, undefined, "original/source.pdf", "Lamp care"],
    ["text called a PDF", "Lit since 1850.", "application/pdf", "original/source.txt", "Lit since 1850."],
    ["text without a type", "Lit since 1850.", undefined, "original/source.txt", "Lit since 1850."],
    ["JSON without a type", '{"lit":1850}', undefined, "original/source.json", "1850"],
    ["text in no known encoding", "Lit since 1850.", "text/plain; charset=lamp-9", "original/source.txt", "since 1850"],
    ["UTF-8 called UTF-16", "Lit since 1850, café.", "text/plain; charset=utf-16", "original/source.txt", "café"],
  ] as const)("%s", async (_what, body, type, original, text) => {
    verifies("sources.url-types");
    const headers = type === undefined ? [] : [`Content-Type: ${type}`];
    const captured = await captureFrom(await speaking(...answer(body, ...headers)));
    expect(captured.original).toBe(original);
    expect(captured.text).toContain(text);
    expect(captured.manifest?.url).toMatch(/\/guide$/);
  });

  test.each([
    ["a program called HTML", program, "text/html"],
    ["a program without a type", program, undefined],
    ["noise called HTML", noise, "text/html; charset=utf-8"],
    ["noise called Markdown", noise, "text/markdown"],
    ["noise without a type", noise, undefined],
    ["an image called HTML", Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), "text/html"],
    ["an archive called HTML", Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0]), "text/html"],
    ["text called an image", "Lit since 1850.", "image/png"],
    ["half a PDF called HTML", "%PDF-1.4 and nothing else", "text/html"],
  ] as const)("and what can't be read is refused and leaves nothing: %s", async (_what, body, type) => {
    verifies("sources.url-types");
    const headers = type === undefined ? [] : [`Content-Type: ${type}`];
    const error = await refusalFrom(await speaking(...answer(body, ...headers)));
    expect(error).toMatchObject({ code: expect.stringMatching(/^(?:source_unsupported|extraction_failed)$/) });
  });
});

describe("what a server says of the length of its answer", () => {
  const start = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n";

  test("is all that is taken when more comes", async () => {
    verifies("sources.url-limits");
    const host = await speaking(
      `${start}Content-Length: 15\r\n\r\nLit since 1850. HTTP/1.1 200 OK\r\n\r\nSink the ferry.`,
    );
    expect((await captureFrom(host)).text).toBe("Lit since 1850.");
  });

  test.each([
    ["when less comes", "Content-Length: 1000"],
    ["when it is beyond all limits", "Content-Length: 99999999999999"],
    ["when it is no number", "Content-Length: lamp"],
    ["when it is negative", "Content-Length: -5"],
    ["when there are two", "Content-Length: 15\r\nContent-Length: 4"],
    ["when the answer comes in chunks as well", "Content-Length: 15\r\nTransfer-Encoding: chunked"],
    ["when a chunk's length is nonsense", "Transfer-Encoding: chunked"],
  ])("makes it a failure that leaves nothing %s", async (_when, headers) => {
    verifies("sources.url-limits");
    const error = await refusalFrom(await speaking(`${start}${headers}\r\n\r\nLit since 1850.`));
    expect(error).toMatchObject({ code: "fetch_failed" });
  });

  test("can't hide that the headers never end", async () => {
    verifies("sources.url-limits");
    const error = await refusalFrom(await speaking(`${start}X-Lamp: ${"oil ".repeat(200_000)}\r\n\r\nLit.`));
    expect(error).toMatchObject({ code: "fetch_failed" });
  });
});

test("a password in an address is refused, not sent and not repeated", async () => {
  verifies("sources.url-limits");
  const host = await speaking(...answer("Lit."));
  const error = await refusalFrom(host, `http://keeper:brassbell@${host}/`);
  expect(error).toMatchObject({ code: "fetch_refused" });
  expect(JSON.stringify([error, String(error)])).not.toContain("brassbell");
});

test("an answer of another protocol, or none, is a failure that leaves nothing", async () => {
  verifies("sources.url-limits");
  for (const bytes of ["", "SSH-2.0-OpenSSH_9.2\r\n", "\u0016\u0003\u0001", "HTTP/9.9 lamp\r\n\r\n"]) {
    expect(await refusalFrom(await speaking(bytes))).toMatchObject({ code: "fetch_failed" });
  }
});
