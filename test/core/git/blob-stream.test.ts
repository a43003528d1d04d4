import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { BlobStream } from "../../../extensions/core/git/blob-stream.ts";
import { readBlobs } from "../../../extensions/core/git/index-tree-store.ts";
import { decodePath } from "../../../extensions/core/git/path-bytes.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { scratchRepository } from "./scratch-repository.ts";

const printed = (blobs: readonly Uint8Array[]): Buffer =>
  Buffer.concat(
    blobs.flatMap((bytes, index) => [Buffer.from(`${index} blob ${bytes.length}\n`), bytes, Buffer.from("\n")]),
  );

test("blobs come whole, wherever the output is cut", () => {
  verifies("knowledge.blobs");
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 40 })),
      fc.array(fc.integer({ min: 1, max: 30 })),
      (blobs, cuts) => {
        const got: unknown[] = [];
        const stream = new BlobStream((id, bytes) => got.push([id, bytes && [...bytes]]));
        const output = printed(blobs);
        let at = 0;
        for (const cut of [...cuts, output.length]) {
          stream.push(output.subarray(at, at + cut));
          at += cut;
        }
        expect(got).toEqual(blobs.map((bytes, index) => [String(index), [...bytes]]));
      },
    ),
  );
});

test("an object that is not there is told from an empty one, and a tree is no blob", () => {
  verifies("knowledge.blobs");
  const got: unknown[] = [];
  const stream = new BlobStream((id, bytes) => got.push([id, bytes?.length]));
  stream.push(Buffer.from("abc missing\nabd blob 0\n\n"));
  expect(got).toEqual([
    ["abc", undefined],
    ["abd", 0],
  ]);
  expect(() => stream.push(Buffer.from("abe tree 4\nxxxx\n"))).toThrow(/tree/);
});

test("blobs of a repository come in the order asked for, to the byte", async () => {
  verifies("knowledge.blobs");
  const { platform, root } = await scratchRepository();
  const contents = [Buffer.alloc(300_000, 0xff), Buffer.from("lamp\r\n"), Buffer.alloc(0)];
  const ids = contents.map((input) =>
    execFileSync("git", ["hash-object", "-w", "--stdin"], { cwd: root, input }).toString().trim(),
  );
  const absent = "1".repeat(40);
  const got = new Map<string, Uint8Array | undefined>();
  await readBlobs(platform, { folder: root, ids: [...ids, absent] }, (id, bytes) => got.set(id, bytes?.slice()));
  expect([...got.keys()]).toEqual([...ids, absent]);
  expect(ids.map((id) => Buffer.from(got.get(id) ?? []))).toEqual(contents);
  expect(got.get(absent)).toBeUndefined();
});

test("bytes of a path that belong to no character are spelled out", () => {
  expect(decodePath(Buffer.from("Ärmel"))).toEqual({ path: "Ärmel", isUtf8: true });
  expect(decodePath(Buffer.from([0x61, 0xe2, 0x82, 0x62, 0xe2, 0x82, 0xac]))).toEqual({
    path: "a\\xe2\\x82b€",
    isUtf8: false,
  });
});
