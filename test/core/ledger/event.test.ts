import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { canonicalJson } from "../../../extensions/core/ledger/canonical.ts";
import { firstLink } from "../../../extensions/core/ledger/chain.ts";
import { type EventBody, expectedMac, parseEvent, sealEvent } from "../../../extensions/core/ledger/event.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { rules } from "./lighthouse-ledger.ts";

const body: EventBody = {
  kind: "confirmed",
  timestamp: "2026-11-30T12:00:00.000Z",
  details: { page: "notes/lamp", after: "sha256:00" },
  actor: "keeper",
  channel: "ui",
  origin: { session: "s1" },
  writer: "keeper@k3j9x2ab",
  seen: { "mate@zz91m0aa": "sha256:11" },
};
const mac = (text: string): string => createHmac("sha256", "key of the tower").update(text).digest("hex");
const seal = (over: Partial<EventBody> = {}) => sealEvent({ ...body, ...over }, { link: firstLink, rules, mac });

test("an event is one flat canonical line with its details beside the envelope", () => {
  verifies("ledger.event-form");
  const { event, line } = seal({ channel: "tool", kind: "page_edited" });
  expect(line).toBe(
    '{"actor":"keeper","after":"sha256:00","channel":"tool",' +
      `"hash":"${event.hash}","kind":"page_edited","origin":{"session":"s1"},"page":"notes/lamp","prev":null,` +
      '"seen":{"mate@zz91m0aa":"sha256:11"},"seq":0,"timestamp":"2026-11-30T12:00:00.000Z","writer":"keeper@k3j9x2ab"}',
  );
  expect(event.hash).toBe("sha256:090d201e5f6b8cece80bdca433315482ecdd47cdeb13a0dee98b0efab89be775");
});

test("the mac covers the canonical line without mac and hash", () => {
  verifies("ledger.mac-bytes");
  const { event, line } = seal();
  const { mac: stored, hash: _hash, ...signed } = JSON.parse(line);
  expect(stored).toBe(mac(canonicalJson(signed)));
  expect(event.mac).toBe("f1e274cfa8e3a453459a6c19cdf6fa87a4e2543ae115bcb718681b54bbcb8ec4");
  expect(expectedMac(event, mac)).toBe(stored);
});

test.each(["ui", "terminal", "cli", "command"])("an event of the %s channel is signed", (channel) => {
  expect(seal({ channel }).event).toHaveProperty("mac");
});

test.each(["tool", "mcp", "rpc", "system"])(
  "an event of the %s channel is not signed, but for a confirmation",
  (channel) => {
    verifies("ledger.mac-bytes");
    expect(seal({ channel, kind: "page_edited" }).event).not.toHaveProperty("mac");
    expect(seal({ channel }).event).toHaveProperty("mac");
  },
);

test("without a key an event is written unsigned", () => {
  expect(sealEvent(body, { link: firstLink, rules, mac: undefined }).event).not.toHaveProperty("mac");
});

test("a parsed line gives the event back", () => {
  const { event, line } = seal();
  expect(parseEvent(line, rules)).toEqual({ state: "event", event });
});

test("an unknown kind and a value of another shape are kept", () => {
  verifies("ledger.unknown-kept");
  const { line } = seal({ kind: "lamp_polished", details: { beams: [1, { red: true }] } });
  expect(parseEvent(line, rules)).toMatchObject({
    event: { kind: "lamp_polished", details: { beams: [1, { red: true }] } },
  });
});

test.each(["hash", "seq", "actor", "mac", "seen", "kind"])("a detail named %s is refused", (name) => {
  expect(() => seal({ details: { [name]: "lamp" } })).toThrow(`"${name}" is a key of the ledger's own`);
});
