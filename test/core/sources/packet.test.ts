import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  comparePacketNames,
  type Manifest,
  nextNumber,
  packetIdOf,
  packetNumbers,
  parseManifest,
  parsePacketId,
  renderManifest,
} from "../../../extensions/core/sources/packet.ts";
import { verifies } from "../../acceptance/verifies.ts";

const day = "2026-11-30";
const source = { prefix: "SRC", day } as const;
const place = { place: "raw/sources/SRC-2026-11-30-001/manifest.json", id: "SRC-2026-11-30-001" };

const manifest: Manifest = {
  id: "SRC-2026-11-30-001",
  captured: day,
  packet_version: "1.0",
  title: "Lamp care",
  url: "https://lamp.example/care",
  format: "web",
  extractor: "defuddle",
  extraction_status: "success",
  content_type: "text/html",
  captured_at: "2026-11-30T12:00:00.000Z",
  resource: "https://lamp.example/care",
  files: [{ path: "original/source.html", sha256: "a".repeat(64), bytes: 12 }],
  extra: {},
};

describe("packet ids", () => {
  test("numbers have three digits or more", () => {
    expect(packetIdOf({ ...source, number: 7 })).toBe("SRC-2026-11-30-007");
    expect(packetIdOf({ ...source, number: 1000 })).toBe("SRC-2026-11-30-1000");
  });

  test("1000 follows 999, and 1001 follows 1000", () => {
    verifies("sources.id-1000");
    expect(nextNumber(["SRC-2026-11-30-998", "SRC-2026-11-30-999"], source, packetNumbers(undefined))).toBe(1000);
    expect(
      nextNumber(["SRC-2026-11-30-1000", "SRC-2026-11-30-998", "SRC-2026-11-30-999"], source, packetNumbers(undefined)),
    ).toBe(1001);
  });

  test("other days, other kinds and other names do not count", () => {
    const names = ["SRC-2026-11-29-040", "TRJ-2026-11-30-050", "SRC-2026-11-30-notes", "README.md"];
    expect(nextNumber(names, source, packetNumbers(undefined))).toBe(1);
  });

  test("packets are ordered by day, then by number", () => {
    const names = ["SRC-2026-12-01-001", "SRC-2026-11-30-1000", "SRC-2026-11-30-999"].flatMap(
      (name) => parsePacketId(name) ?? [],
    );
    expect(names.sort(comparePacketNames).map(packetIdOf)).toEqual([
      "SRC-2026-11-30-999",
      "SRC-2026-11-30-1000",
      "SRC-2026-12-01-001",
    ]);
  });

  test("every id is parsed to what it was made of", () => {
    fc.assert(
      fc.property(fc.constantFrom("SRC", "TRJ", "CNV"), fc.integer({ min: 1, max: 1e9 }), (prefix, number) => {
        expect(parsePacketId(packetIdOf({ prefix, day, number }))).toEqual({ prefix, day, number });
      }),
    );
  });

  test.each(["SRC-2026-11-30-07", "src-2026-11-30-007", "SRC-2026-11-30-007/..", "SRC-2026-11-30-007.md", ""])(
    "%j is no packet id",
    (name) => expect(parsePacketId(name)).toBeUndefined(),
  );
});

describe("manifest", () => {
  test("is the peer's JSON with our keys after its own", () => {
    verifies("sources.peer-manifest");
    expect(Object.keys(JSON.parse(renderManifest(manifest)))).toEqual([
      "id",
      "captured",
      "packet_version",
      "title",
      "url",
      "format",
      "extractor",
      "extraction_status",
      "content_type",
      "captured_at",
      "resource",
      "files",
    ]);
  });

  test("keeps what other tools put into it", () => {
    const text = JSON.stringify({ ...JSON.parse(renderManifest(manifest)), steps: 12, model: "keeper-1" });
    const parsed = parseManifest(text, place).manifest;
    expect(parsed?.extra).toEqual({ steps: 12, model: "keeper-1" });
    expect(JSON.parse(renderManifest(parsed ?? manifest))).toEqual(JSON.parse(text));
  });

  test("of the peer is read without a list of files", () => {
    const text =
      '{"id":"SRC-2026-11-30-001","captured":"2026-11-30","packet_version":"1.0","title":"Otter notes","format":"text","extractor":"passthrough","extraction_status":"success"}';
    const { manifest: parsed, findings } = parseManifest(text, place);
    expect(findings).toEqual([]);
    expect(parsed).toMatchObject({ title: "Otter notes", format: "text" });
    expect(parsed?.files).toBeUndefined();
  });

  test.each(["", "[]", "null", "{", '"lamp"'])("%j is damaged", (text) => {
    const { manifest: parsed, findings } = parseManifest(text, place);
    expect(parsed).toBeUndefined();
    expect(findings).toMatchObject([{ code: "packet-manifest-damaged", severity: "error", path: place.place }]);
  });

  test("that names another packet is a finding, and the folder's name counts", () => {
    const { manifest: parsed, findings } = parseManifest('{"id":"SRC-2026-01-01-009"}', place);
    expect(parsed?.id).toBe(place.id);
    expect(findings).toMatchObject([{ code: "packet-manifest-damaged" }]);
  });

  test.each(["../../../../etc/passwd", "/etc/passwd", "original//x", "a\\b", ".", ""])(
    "a listed path %j leads nowhere",
    (path) => {
      const text = JSON.stringify({ files: [{ path, sha256: "0".repeat(64), bytes: 1 }] });
      const { manifest: parsed, findings } = parseManifest(text, place);
      expect(parsed?.files).toEqual([]);
      expect(findings).toHaveLength(1);
    },
  );

  test("survives being rendered and parsed", () => {
    const texts = fc.string({ minLength: 1, unit: "grapheme" });
    fc.assert(
      fc.property(texts, texts, texts, (title, file_path, note) => {
        const { url: _url, ...rest } = manifest;
        const changed: Manifest = { ...rest, title, file_path, notes: [note] };
        expect(parseManifest(renderManifest(changed), place)).toEqual({ manifest: changed, findings: [] });
      }),
    );
  });

  test("of any content never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(parseManifest(text, place).findings).toBeInstanceOf(Array);
      }),
    );
  });
});
