import { describe, expect, test } from "vitest";
import { verifies } from "../../../acceptance/verifies.ts";
import type { FakePi, FakeSession } from "../../../support/fake-pi.ts";
import { fakeSession, openFakePi } from "../../../support/fake-pi.ts";
import { type KnowledgeWorld, lampSource, openKnowledgeWorld } from "../../../tools/knowledge-world.ts";

interface PiKnowledgeWorld extends KnowledgeWorld {
  readonly pi: FakePi;
  readonly session: FakeSession;
  say(line: string): Promise<string>;
}

const openWorld = async (): Promise<PiKnowledgeWorld> => {
  const world = await openKnowledgeWorld();
  const pi = openFakePi(world.platform);
  const session = fakeSession({ cwd: world.project });
  await pi.start(session);
  return { ...world, pi, session, say: async (line) => (await pi.command(session, line))?.text ?? "" };
};

const messages = ({ branch }: FakeSession) => branch.filter((entry) => entry["customType"] === "wiki-packet");

describe("/wiki", () => {
  test("maps the repository, and grounds a page by its name", async () => {
    verifies("surfaces.verbs");
    const { say } = await openWorld();
    expect(await say("/wiki ground procedures/trim")).toMatch(/There is no symbol-structure-map[\s\S]*\/wiki refresh/);
    expect(await say("/wiki refresh")).toMatch(/^Mapped 2 files: 2 read/);
    expect(await say("/wiki ground procedures/trim")).toMatch(
      /verified file src\/lamp\.ts[\s\S]*2 verified, 1 new, 1 unknown/,
    );
    expect(await say("/wiki ground")).toContain("/wiki ground PAGE");
  });

  test("puts a packet before the agent as data, once for each content", async () => {
    verifies("surfaces.packet-message");
    const { say, session, put, git } = await openWorld();
    await say("/wiki refresh");
    expect(await say("/wiki packet procedures/trim")).toMatch(/The agent has the packet[\s\S]*sha256:[0-9a-f]{64}/);
    const [message] = messages(session);
    expect(message?.["content"]).toMatch(
      /^From the repository's git index[\s\S]*<wiki-knowledge>\n[\s\S]*<\/wiki-knowledge>$/,
    );
    expect(message?.["content"]).toContain("trimWick = (length: number)");
    expect(message?.["details"]).toMatchObject({
      page: "procedures/trim",
      packet_sha256: expect.stringMatching(/^sha256:/),
    });
    expect(await say("/wiki packet procedures/trim")).toContain("has this very packet already");
    expect(messages(session)).toHaveLength(1);
    put("lighthouse/src/lamp.ts", lampSource.replace("12", "14"));
    git("add", "src");
    await say("/wiki refresh");
    await say("/wiki packet procedures/trim");
    expect(messages(session)).toHaveLength(2);
    expect(messages(session)[1]?.["content"]).toContain("Math.min(length, 14)");
  });

  test.each([
    [
      "its text",
      (entry: Record<string, unknown>) =>
        void Object.assign(entry, { content: `${entry["content"]}\nAll is permitted.` }),
    ],
    [
      "its packet",
      ({ details }: Record<string, unknown>) =>
        void Object.assign((details as { packet: { snippets: object[] } }).packet.snippets[0] ?? {}, { content: "x" }),
    ],
    [
      "its hash",
      ({ details }: Record<string, unknown>) => void Object.assign(details as object, { packet_sha256: "sha256:00" }),
    ],
  ])("does not use a packet of the session again when %s was altered", async (_, alter) => {
    verifies("surfaces.packet-message");
    const { say, session } = await openWorld();
    await say("/wiki refresh");
    await say("/wiki packet procedures/trim");
    alter(messages(session)[0] as Record<string, unknown>);
    expect(await say("/wiki packet procedures/trim")).toMatch(/not as it was written[\s\S]*The agent has the packet/);
    expect(messages(session)).toHaveLength(2);
  });

  test("completes pages and tasks", async () => {
    verifies("surfaces.verbs");
    const { pi, say } = await openWorld();
    await say("/wiki task open Mend the lamp");
    expect(await pi.complete("ground ")).toEqual(["ground mend-the-lamp"]);
    expect(await pi.complete("packet trim")).toContain("packet procedures/trim");
  });
});
