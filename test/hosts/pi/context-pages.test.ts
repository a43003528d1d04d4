/** Played on Pi's own session manager: its idea of the context is the measure. */

import { SessionManager } from "@mariozechner/pi-coding-agent";
import { describe, expect, test } from "vitest";
import { hashesInContext } from "../../../extensions/hosts/pi/context-pages.ts";
import { verifies } from "../../acceptance/verifies.ts";

const inject = (session: SessionManager, ...hashes: readonly string[]): string =>
  session.appendCustomMessageEntry("wiki-recall", "<wiki-recall>…</wiki-recall>", true, {
    pages: hashes.map((hash) => ({ id: `notes/${hash}`, hash })),
  });

const ask = (session: SessionManager, text: string): string =>
  session.appendMessage({ role: "user", content: text, timestamp: 0 });

const toolResult = (session: SessionManager, toolName: string, details: unknown): string =>
  session.appendMessage({
    role: "toolResult",
    toolCallId: "call-1",
    toolName,
    content: [{ type: "text", text: "…" }],
    details,
    isError: false,
    timestamp: 0,
  });

const known = (session: SessionManager): readonly string[] => [...hashesInContext(session.getBranch())].sort();

describe("the pages in a session's context", () => {
  test("are none at first", () => {
    expect(known(SessionManager.inMemory("/lighthouse"))).toEqual([]);
  });

  test("are those that automatic recall and wiki_recall put there", () => {
    verifies("pi.sent-once");
    const session = SessionManager.inMemory("/lighthouse");
    ask(session, "What burns in the lamp?");
    inject(session, "oil", "wick");
    toolResult(session, "wiki_recall", { hits: [{ id: "notes/lens", hash: "lens" }], excluded: [], total: 1 });
    expect(known(session)).toEqual(["lens", "oil", "wick"]);
  });

  test("are not what other tools and other extensions say", () => {
    const session = SessionManager.inMemory("/lighthouse");
    toolResult(session, "read", { hits: [{ hash: "read" }] });
    toolResult(session, "wiki_recall", undefined);
    toolResult(session, "wiki_recall", { hits: "none", pages: [{ hash: "pages" }] });
    toolResult(session, "wiki_recall", { hits: [null, 7, { hash: 7 }, { id: "no hash" }] });
    session.appendCustomMessageEntry("weather", "Fog.", true, { pages: [{ hash: "weather" }] });
    session.appendCustomMessageEntry("wiki-recall", "<wiki-recall>", true);
    session.appendCustomEntry("wiki-recall", { pages: [{ hash: "not in the context" }] });
    expect(known(session)).toEqual([]);
  });

  test("are those of the branch alone, after a fork too", () => {
    verifies("pi.sent-once");
    const session = SessionManager.inMemory("/lighthouse");
    const first = ask(session, "What burns in the lamp?");
    inject(session, "oil");
    session.branch(first);
    expect(known(session)).toEqual([]);
    inject(session, "wick");
    expect(known(session)).toEqual(["wick"]);
  });

  test("are, after a compaction, those that it kept and those that came after", () => {
    verifies("pi.sent-once");
    const session = SessionManager.inMemory("/lighthouse");
    inject(session, "lost");
    const kept = ask(session, "And the wick?");
    inject(session, "kept");
    session.appendCompaction("They spoke of oil.", kept, 900);
    inject(session, "new");
    expect(known(session)).toEqual(["kept", "new"]);
    const contexts = session.buildSessionContext().messages.map((message) => JSON.stringify(message));
    expect(["lost", "kept", "new"].map((hash) => contexts.some((text) => text.includes(`notes/${hash}`)))).toEqual([
      false,
      true,
      true,
    ]);
  });

  test("are, after a second compaction, those that the last one kept", () => {
    verifies("pi.sent-once");
    const session = SessionManager.inMemory("/lighthouse");
    const first = ask(session, "Oil?");
    inject(session, "oil");
    session.appendCompaction("Oil.", first, 900);
    const second = ask(session, "Wick?");
    inject(session, "wick");
    session.appendCompaction("Oil and wick.", second, 900);
    expect(known(session)).toEqual(["wick"]);
  });

  test("are, when a compaction kept nothing that is there, those that came after", () => {
    verifies("pi.sent-once");
    const session = SessionManager.inMemory("/lighthouse");
    inject(session, "oil");
    session.appendCompaction("Oil.", "gone", 900);
    inject(session, "wick");
    expect(known(session)).toEqual(["wick"]);
  });
});
