/** A lighthouse in which something was done, and skills came of it. */

import { openLedger } from "../../../extensions/core/ledger/ledger-store.ts";
import { renderTrajectory, type Trajectory } from "../../../extensions/core/trajectories/packet.ts";
import type { UsageEvent } from "../../../extensions/core/usage/usage-event.ts";
import { openUsageStore } from "../../../extensions/core/usage/usage-store.ts";
import type { Vault } from "../../../extensions/core/vault/vault.ts";
import type { ToolWorldOptions } from "../../tools/tool-world.ts";
import { type DistilWorld, openDistilWorld } from "../distil/distil-world.ts";
import { outcome } from "../usage/usage-worlds.ts";

export interface Deed {
  readonly title: string;
  readonly result?: "success" | "failure";
  readonly commands?: readonly string[];
  readonly files?: readonly string[];
  readonly task?: string;
}

export interface LearnedWorld extends DistilWorld {
  vault(): Promise<Vault>;
  /** Keeps what was done; the packet's id. */
  did(number: number, deed: Deed): string;
  /** What the extension saw of a page, as it gathers it. */
  saw(page: string, results: readonly Partial<UsageEvent & { result: "success" | "failure" }>[]): Promise<void>;
  events(kind: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  lifecycle(id: string): Promise<string | undefined>;
}

export const openLearnedWorld = async (options: ToolWorldOptions = {}): Promise<LearnedWorld> => {
  const world = await openDistilWorld({ settings: { trajectories: "on" }, ...options });
  const { workspace, platform } = world;
  const vault = async (): Promise<Vault> => {
    const [project] = (await workspace.layers()).layers;
    if (project === undefined) throw new Error("There is no vault.");
    return project;
  };
  let seen = 0;
  return {
    ...world,
    vault,
    did: (number, deed) => {
      const id = `TRJ-2026-11-30-${String(number).padStart(3, "0")}`;
      const folder = `lighthouse/.llm-wiki/raw/trajectories/${id}`;
      world.put(`${folder}/packet.json`, renderTrajectory(packetOf(id, deed)));
      world.put(`${folder}/extracted.md`, `# ${deed.title}\n\nAsked: ${deed.title}.\n`);
      const judge = { by: "test", command: "npm test", exit_code: deed.result === "failure" ? 1 : 0 };
      const told = deed.result === undefined ? {} : { outcome: { result: deed.result, judge } };
      const manifest = { id, captured: "2026-11-30", packet_version: "1.0", title: deed.title, format: "trajectory" };
      world.put(`${folder}/manifest.json`, JSON.stringify({ ...manifest, ...told }));
      return id;
    },
    saw: async (page, results) => {
      const events = results.map((more) => {
        seen += 1;
        return outcome(page, "success", {
          ...{ id: `seen-${seen}`, case: `seen-${seen}`, judge: "observed", at: platform.now(), session: `s${seen}` },
          ...(more as object),
        });
      });
      await openUsageStore(platform, await vault()).gather(events);
    },
    events: async (kind) =>
      openLedger({ platform, vault: await vault() })
        .read()
        .events.filter((event) => event.kind === kind)
        .map(({ details }) => details),
    lifecycle: async (id) => (await workspace.skills.list()).find((skill) => skill.id === id)?.lifecycle,
  };
};

const packetOf = (id: string, { title, commands = [], files = [], task }: Deed): Trajectory => ({
  id,
  captured: "2026-11-30",
  packet_version: "1.0",
  prompt: title,
  model: "keeper-1",
  cwd: ".",
  git: null,
  ...(task === undefined ? {} : { task_id: task }),
  steps: [
    { role: "user", at: null, text: title },
    {
      role: "assistant",
      at: null,
      text: "",
      tool_calls: [
        ...commands.map((command, index) => ({ id: `c${index}`, name: "bash", arguments: { command } })),
        ...files.map((path, index) => ({ id: `f${index}`, name: "read", arguments: { path } })),
      ],
    },
  ],
});

/** A skill as a model submits it. */
export const trim = (more: object = {}) => ({
  title: "Trim the wick of a smoking lamp",
  text: "Put the lamp out, let it cool, cut the wick level with the burner, light it and look for a white flame.",
  recall_triggers: ["black soot on the glass in the morning", "light looks orange and dim tonight"],
  sources: ["TRJ-2026-11-30-001"],
  ...more,
});
