import { parseHTML } from "linkedom";
import { afterEach, expect, test, vi } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";

const view = new URL("../../../extensions/hosts/dashboard/page/knowledge.js", import.meta.url).href;

const lesson = (claim: string, delivery_state: string | null) => ({
  claim,
  delivery_state,
  confidence: "high",
  recorded_at: "2026-11-30T12:00:00Z",
  origin: "pi-1",
  locations: [],
  superseded_by: null,
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test("the dashboard never shows a lesson without how far its change has come", async () => {
  verifies("earned.inventory");
  const { document, Node } = parseHTML("<html><body></body></html>");
  vi.stubGlobal("document", document);
  vi.stubGlobal("Node", Node);
  const answer = {
    map: { missing: { message: "There is no map." } },
    lessons: { found: [lesson("Trim it dry.", null), lesson("Trim it at dusk.", "certified-not-integrated")] },
    checked: { found: { earned: [], facts: [] } },
  };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(answer)));
  const { show } = (await import(view)) as {
    show(): Promise<{ readonly node: { querySelectorAll(tag: string): Iterable<{ readonly textContent: string }> } }>;
  };
  const { node } = await show();
  const rows = [...node.querySelectorAll("li")].map(({ textContent }) => textContent);
  expect(rows).toEqual([
    expect.stringMatching(/^Trim it dry\.high confidence2026/),
    expect.stringMatching(/^Trim it at dusk\.high confidencecertified-not-integrated2026/),
  ]);
});
