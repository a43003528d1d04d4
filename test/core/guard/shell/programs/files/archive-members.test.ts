import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import JSZip from "jszip";
import { expect, test } from "vitest";
import { archiveMembers } from "../../../../../../extensions/core/guard/shell/programs/files/archive-members.ts";
import { verifies } from "../../../../../acceptance/verifies.ts";
import { temporaryFolder } from "../../../../../support/test-platform.ts";

const long = `logbook/${"night/".repeat(12)}a lamp that burned until the ferry came.md`;
const names = ["raw/fog.md", "raw/Küste bei Nacht.md", long, "plain"];
const bytes = Uint8Array.from({ length: 4_096 }, (_, at) => (at * 7_919) % 256);

test.each(["gnu", "pax", "v7"])("names of a tar archive are found in the format %s", (format) => {
  verifies("guard.archives-read");
  const folder = temporaryFolder();
  const packed = format === "pax" ? names : names.filter((name) => name !== long);
  for (const name of packed) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
  execFileSync("tar", [`--format=${format}`, "-cf", "all.tar", ...packed.map((name) => `./${name}`)], { cwd: folder });
  expect(archiveMembers(readFileSync(join(folder, "all.tar"), "utf8"))).toEqual(expect.arrayContaining([...packed]));
});

test("names of a zip archive are found, and none in other bytes", async () => {
  verifies("guard.archives-read");
  const zip = new JSZip();
  for (const name of names.slice(0, 3)) zip.file(name, bytes);
  const packed = await zip.generateAsync({ type: "uint8array" });
  const decoder = new TextDecoder();
  expect(archiveMembers(decoder.decode(packed))).toEqual(expect.arrayContaining(names.slice(0, 3)));
  expect(archiveMembers(decoder.decode(bytes))).toEqual([]);
  expect(archiveMembers("See raw/fog.md")).toEqual([]);
});
