/** /wiki refresh, ground and packet: what the repository defines, and what a page's hints lead to. */

import { groundedText, refreshedText } from "../../../core/knowledge/answer-text.ts";
import type { Watching } from "../../../core/knowledge/repository-knowledge.ts";
import { unpainted } from "../../../core/paint.ts";
import { asLine } from "../../../core/visible.ts";
import { setStatus, showStatus } from "../session.ts";
import type { Verb, VerbCall } from "../verb.ts";
import { packetInContext, packetMessage } from "./packet-message.ts";

const watching = ({ session, ctx }: VerbCall): Watching => ({
  onProgress: (done, total) => setStatus(session, ctx, `wiki: map ${done} of ${total} files`),
});

const refresh: Verb = {
  name: "refresh",
  usage: "",
  summary: "Map what the repository's index defines",
  run: async (call) => {
    const answer = await call.workspace.knowledge.refresh(watching(call));
    await showStatus(call.session, call.ctx);
    return refreshedText(answer, unpainted);
  },
};

const ground: Verb = {
  name: "ground",
  usage: "PAGE",
  summary: "Look for the files and symbols that a page or task hints at",
  completes: "pages and tasks",
  run: async ({ rest, workspace }) =>
    rest === ""
      ? "Say of which page or task: /wiki ground PAGE"
      : groundedText(await workspace.knowledge.ground(rest), unpainted),
};

const packet: Verb = {
  name: "packet",
  usage: "PAGE",
  summary: "Put before the agent what a page's or task's hints lead to",
  completes: "pages and tasks",
  run: async ({ rest, workspace, ctx, agent }) => {
    if (rest === "") return "Say of which page or task: /wiki packet PAGE";
    const answer = await workspace.knowledge.packet(rest);
    const { packet_sha256, packet: made } = answer;
    const known = packetInContext(ctx.sessionManager.getBranch(), rest, workspace.platform.hash);
    if (known === packet_sha256) return `The agent has this very packet already: ${packet_sha256}`;
    agent.show(packetMessage(rest, answer));
    const { verified_locations, test_references, lessons, used_bytes, byte_budget } = made;
    const counts = [
      `${verified_locations.length} places`,
      `${test_references.length} tests`,
      `${lessons.length} lessons`,
      `${used_bytes} of ${byte_budget} bytes`,
    ];
    return [
      ...(known === "altered" ? ["The packet of it in this session is not as it was written, and is not used."] : []),
      `The agent has the packet of ${asLine(rest)} (${counts.join(", ")}): ${packet_sha256}`,
    ].join("\n");
  },
};

export const knowledgeVerbs: readonly Verb[] = [refresh, ground, packet];
