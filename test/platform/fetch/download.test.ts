import { lookup } from "node:dns/promises";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { download } from "../../../extensions/platform/fetch/download.ts";
import type { Resolve } from "../../../extensions/platform/fetch/permission.ts";
import type { FetchOptions } from "../../../extensions/platform/platform.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { refuse, testPlatform } from "../../support/test-platform.ts";
import { serve } from "./harbour-server.ts";

const limits: FetchOptions = { maxBytes: 100_000, timeoutMs: 5_000, allowedHosts: [] };

const allowing = (...allowedHosts: string[]): FetchOptions => ({ ...limits, allowedHosts });

const fetched = async (url: string, options: FetchOptions, resolve?: Resolve) =>
  await download(url, options, resolve === undefined ? { refuse } : { refuse, resolve });

const noName: Resolve = async (name) => {
  throw new Error(`Nobody should ask for ${name}.`);
};

const refusedBecause = (reason: RegExp | string) => ({
  code: "fetch_refused",
  data: { reason: expect.stringMatching(reason) },
});

const failedBecause = (reason: RegExp | string) => ({
  code: "fetch_failed",
  data: { reason: expect.stringMatching(reason) },
});

test("a page comes with its type and the address it was found at", async () => {
  verifies("platform.fetch-public-only");
  const server = await serve((request, response) => {
    if (request.url === "/old") response.writeHead(302, { location: "/new" }).end();
    else response.writeHead(200, { "content-type": "text/plain; charset=utf-8" }).end("Fog at dawn");
  });
  const { platform } = await testPlatform();
  const page = await platform.fetch(`${server.url}/old`, allowing(server.host));
  expect(page).toEqual({
    url: `${server.url}/new`,
    contentType: "text/plain; charset=utf-8",
    bytes: new Uint8Array(Buffer.from("Fog at dawn")),
  });
  expect(server.asked).toEqual(["/old", "/new"]);
});

describe("an address that is refused by its text", () => {
  test.each([
    ["file:///etc/passwd", "only http and https"],
    ["ftp://harbour.example/", "only http and https"],
    ["data:text/plain,fog", "only http and https"],
    ["javascript:alert(1)", "only http and https"],
    ["http://keeper:secret@harbour.example/", "user name or password"],
    ["http://keeper@harbour.example/", "user name or password"],
    ["http://:secret@harbour.example/", "user name or password"],
    ["harbour", "not an address"],
    ["http://", "not an address"],
    ["http://keeper:secret@[bad/", "not an address"],
  ])("%s is not asked for, and its password is not repeated", async (url, reason) => {
    verifies("platform.fetch-web-only");
    const error = await fetched(url, limits, noName).catch((caught: unknown) => caught);
    expect(error).toMatchObject(refusedBecause(reason));
    expect(JSON.stringify([error, String(error)])).not.toContain("secret");
  });
});

describe("an address on this machine or its network", () => {
  test.each([
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://0/",
    "http://169.254.169.254/latest/meta-data/",
    "http://10.0.0.1/",
    "http://[fd00:ec2::254]/",
    "http://[64:ff9b::10.0.0.1]/",
  ])("%s is refused", async (url) => {
    verifies("platform.fetch-public-only");
    await expect(fetched(url, limits, noName)).rejects.toMatchObject(refusedBecause("is not a public address"));
  });

  test("is refused under any name that leads to it, if only one of its numbers does", async () => {
    verifies("platform.fetch-public-only");
    const resolve: Resolve = async () => [
      { address: "93.184.216.34", family: 4 },
      { address: "192.168.0.1", family: 4 },
    ];
    for (const url of ["http://harbour.example/", "https://harbour.example:8443/"]) {
      await expect(fetched(url, limits, resolve)).rejects.toMatchObject(
        refusedBecause("192.168.0.1 is not a public address"),
      );
    }
    await expect(fetched("http://localhost/", limits)).rejects.toMatchObject(refusedBecause("is not a public address"));
  });

  test("is fetched when the user allowed its host, or its host and port", async () => {
    verifies("platform.fetch-public-only");
    const server = await serve((_request, response) => response.end("ok"));
    for (const host of ["127.0.0.1", server.host]) {
      expect((await fetched(server.url, allowing(host))).bytes).toHaveLength(2);
    }
    for (const host of ["127.0.0.1:1", "127.0.0", "localhost", server.host.replace(":", "")]) {
      await expect(fetched(server.url, allowing(host))).rejects.toMatchObject({ code: "fetch_refused" });
    }
    expect(server.asked).toHaveLength(2);
  });
});

describe("a redirect", () => {
  test("to a private address is refused, whatever the first host is allowed", async () => {
    verifies("platform.fetch-public-only");
    const inner = await serve((_request, response) => response.end("secret"));
    const outer = await serve((_request, response) => response.writeHead(302, { location: inner.url }).end());
    await expect(fetched(outer.url, allowing(outer.host))).rejects.toMatchObject(
      refusedBecause(`${inner.url}/: 127.0.0.1 is not a public address`),
    );
    expect(inner.asked).toEqual([]);
  });

  test.each([
    ["file:///etc/passwd", "only http and https"],
    ["http://keeper:secret@127.0.0.1/", "user name or password"],
    ["//keeper@127.0.0.1/", "user name or password"],
  ])("to %s is refused", async (location, reason) => {
    verifies("platform.fetch-web-only");
    const server = await serve((_request, response) => response.writeHead(301, { location }).end());
    await expect(fetched(server.url, allowing("127.0.0.1"))).rejects.toMatchObject(refusedBecause(reason));
  });

  test("is followed five times, and not once more", async () => {
    verifies("platform.fetch-capped");
    const server = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end("there");
      else response.writeHead(307, { location: `/${left - 1}` }).end("x".repeat(10));
    });
    expect((await fetched(`${server.url}/5`, allowing(server.host))).url).toBe(`${server.url}/0`);
    await expect(fetched(`${server.url}/6`, allowing(server.host))).rejects.toMatchObject(
      failedBecause("more than 5 times"),
    );
  });

  test("without a place to go, or to nonsense, is a failure", async () => {
    verifies("platform.fetch-capped");
    const server = await serve((request, response) => {
      response.writeHead(302, request.url === "/nonsense" ? { location: "http://[" } : {}).end();
    });
    for (const path of ["/nowhere", "/nonsense"]) {
      await expect(fetched(server.url + path, allowing(server.host))).rejects.toMatchObject(
        failedBecause("without saying where"),
      );
    }
  });
});

describe("too much", () => {
  test("of a body that never ends is stopped at the limit", async () => {
    verifies("platform.fetch-capped");
    const server = await serve((_request, response) => {
      const pour = (): void => {
        while (!response.destroyed && response.write("fog ".repeat(4_000)));
      };
      response.on("drain", pour);
      pour();
    });
    await expect(fetched(server.url, allowing(server.host))).rejects.toMatchObject(
      failedBecause("more than 100000 bytes"),
    );
  });

  test("of a body that is exactly as large as allowed is not too much", async () => {
    verifies("platform.fetch-capped");
    const server = await serve((request, response) =>
      response.end("x".repeat(request.url === "/fits" ? 100_000 : 100_001)),
    );
    expect((await fetched(`${server.url}/fits`, allowing(server.host))).bytes).toHaveLength(100_000);
    await expect(fetched(`${server.url}/over`, allowing(server.host))).rejects.toMatchObject({ code: "fetch_failed" });
  });

  test.each([
    ["gzip", gzipSync],
    ["x-gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ])("of a small %s body that unfolds to a large one is stopped at the limit", async (encoding, compress) => {
    verifies("platform.fetch-capped");
    const bomb = compress(Buffer.alloc(50_000_000));
    expect(bomb.length).toBeLessThan(100_000);
    const server = await serve((_request, response) =>
      response.writeHead(200, { "content-encoding": encoding }).end(bomb),
    );
    await expect(fetched(server.url, allowing(server.host))).rejects.toMatchObject(
      failedBecause("more than 100000 bytes"),
    );
  });

  test("of a bomb within a bomb is stopped at the limit", async () => {
    verifies("platform.fetch-capped");
    const bomb = gzipSync(gzipSync(Buffer.alloc(200_000_000)));
    const server = await serve((_request, response) =>
      response.writeHead(200, { "content-encoding": "gzip, gzip" }).end(bomb),
    );
    await expect(fetched(server.url, allowing(server.host))).rejects.toMatchObject(
      failedBecause("more than 100000 bytes"),
    );
  });

  test("time in sending is stopped at the limit, and so is time in answering", async () => {
    verifies("platform.fetch-capped");
    const server = await serve((request, response) => {
      if (request.url === "/body") response.write("slow");
    });
    for (const path of ["/body", "/silence"]) {
      const options = { ...allowing(server.host), timeoutMs: 100 };
      await expect(fetched(server.url + path, options)).rejects.toMatchObject(failedBecause("longer than 100 ms"));
    }
  });

  test("time in sending is stopped at the limit, also when a little comes all the time", async () => {
    verifies("platform.fetch-capped");
    const server = await serve((_request, response) => {
      const drip = setInterval(() => response.write("x"), 5);
      response.on("close", () => clearInterval(drip));
    });
    const options = { ...allowing(server.host), timeoutMs: 150 };
    await expect(fetched(server.url, options)).rejects.toMatchObject(failedBecause("longer than 150 ms"));
  });

  test("of a redirect's own body is not read", async () => {
    verifies("platform.fetch-capped");
    const server = await serve((request, response) => {
      if (request.url === "/there") return void response.end("there");
      response.writeHead(302, { location: "/there" });
      const pour = (): void => {
        while (!response.destroyed && response.write("fog ".repeat(4_000)));
      };
      response.on("drain", pour);
      pour();
    });
    const { url, bytes } = await fetched(server.url, allowing(server.host));
    expect([url, bytes.length]).toEqual([`${server.url}/there`, 5]);
  });

  test("time over several redirects is stopped at one limit", async () => {
    verifies("platform.fetch-capped");
    const server = await serve((request, response) => {
      const next = `/${Number(request.url?.slice(1)) + 1}`;
      setTimeout(() => response.writeHead(302, { location: next }).end(), 60);
    });
    const options = { ...allowing(server.host), timeoutMs: 150 };
    await expect(fetched(`${server.url}/0`, options)).rejects.toMatchObject(failedBecause("longer than 150 ms"));
  });

  test("time in finding the host is stopped at the limit", async () => {
    verifies("platform.fetch-capped");
    const options = { ...limits, timeoutMs: 50 };
    const never: Resolve = () => new Promise(() => undefined);
    // A pending name keeps no process alive, so the test's own timer does.
    const timer = setTimeout(() => undefined, 10_000);
    await expect(fetched("http://harbour.example/", options, never)).rejects.toMatchObject(
      failedBecause("longer than 50 ms"),
    );
    clearTimeout(timer);
  });

  test("of the caller's patience stops it at once", async () => {
    verifies("platform.fetch-capped");
    const caller = new AbortController();
    const server = await serve(() => caller.abort());
    const options = { ...allowing(server.host), signal: caller.signal };
    await expect(fetched(server.url, options)).rejects.toMatchObject(failedBecause("it was cancelled"));
    await expect(fetched(server.url, options)).rejects.toMatchObject(failedBecause("it was cancelled"));
  });
});

describe("a body", () => {
  const text = "Ships pass. ".repeat(50);

  test.each([
    ["gzip", gzipSync(text)],
    ["deflate", deflateSync(text)],
    ["BR", brotliCompressSync(text)],
    ["gzip, br", brotliCompressSync(gzipSync(text))],
    ["identity", Buffer.from(text)],
  ])("encoded as %s is decoded", async (encoding, body) => {
    verifies("platform.fetch-capped");
    const server = await serve((_request, response) =>
      response.writeHead(200, { "content-encoding": encoding }).end(body),
    );
    const { bytes } = await fetched(server.url, allowing(server.host));
    expect(Buffer.from(bytes).toString()).toBe(text);
  });

  test.each([
    ["zstd", Buffer.from(text), 'encoded as "zstd"'],
    ["constructor", Buffer.from(text), 'encoded as "constructor"'],
    ["gzip, gzip, gzip", Buffer.from(text), "too many times"],
    ["gzip", Buffer.from(text), "incorrect header check"],
    ["gzip", gzipSync(text).subarray(0, 20), "unexpected end"],
  ])("encoded as %s that can't be decoded is a failure", async (encoding, body, reason) => {
    verifies("platform.fetch-capped");
    const server = await serve((_request, response) =>
      response.writeHead(200, { "content-encoding": encoding }).end(body),
    );
    await expect(fetched(server.url, allowing(server.host))).rejects.toMatchObject(failedBecause(reason));
  });

  test("that breaks off is a failure", async () => {
    verifies("platform.fetch-capped");
    const server = await serve((_request, response) => {
      response.writeHead(200, { "content-length": "1000" }).write("half", () => response.destroy());
    });
    await expect(fetched(server.url, allowing(server.host))).rejects.toMatchObject({ code: "fetch_failed" });
  });

  test.each([404, 500, 304, 401])("of an answer %i is not taken", async (status) => {
    verifies("platform.fetch-capped");
    const server = await serve((_request, response) => response.writeHead(status).end());
    await expect(fetched(server.url, allowing(server.host))).rejects.toMatchObject(failedBecause(`answered ${status}`));
  });
});

describe("the connection", () => {
  test("goes to the address that was checked, and the name is asked for once", async () => {
    verifies("platform.fetch-pinned");
    const server = await serve((request, response) => response.end(request.headers.host));
    const [, port] = server.host.split(":");
    const asked: string[] = [];
    const resolve: Resolve = async (name) => {
      asked.push(name);
      // The second answer of a hostile name server would lead elsewhere.
      return [{ address: asked.length === 1 ? "127.0.0.1" : "127.9.9.9", family: 4 }];
    };
    const { bytes } = await fetched(`http://harbour.example:${port}/`, allowing("harbour.example"), resolve);
    expect(Buffer.from(bytes).toString()).toBe(`harbour.example:${port}`);
    expect(asked).toEqual(["harbour.example"]);
  });

  test("is checked again for each redirect, so that a name can't change its mind in between", async () => {
    verifies("platform.fetch-pinned");
    const server = await serve((_request, response) =>
      response.writeHead(302, { location: "http://harbour.example/" }).end(),
    );
    const [, port] = server.host.split(":");
    const resolve: Resolve = async () => [{ address: "127.0.0.1", family: 4 }];
    const allowed = allowing(`harbour.example:${port}`);
    await expect(fetched(`http://harbour.example:${port}/`, allowed, resolve)).rejects.toMatchObject(
      refusedBecause("127.0.0.1 is not a public address"),
    );
  });

  test("to a name or port that nobody answers for is a failure with a reason", async () => {
    verifies("platform.fetch-capped");
    const unknown: Resolve = async (name) => await lookup(`${name}.invalid`, { all: true });
    await expect(fetched("http://harbour/", limits, unknown)).rejects.toMatchObject(failedBecause(/./));
    await expect(fetched("http://127.0.0.1:1/", allowing("127.0.0.1"))).rejects.toMatchObject(
      failedBecause("ECONNREFUSED"),
    );
  });

  test("speaks TLS to an https address, and does not go on to http", async () => {
    verifies("platform.fetch-web-only");
    const server = await serve((_request, response) => response.end("plain"));
    const secure = server.url.replace("http:", "https:");
    await expect(fetched(secure, allowing(server.host))).rejects.toMatchObject(failedBecause(/./));
    expect(server.asked).toEqual([]);
  });
});
