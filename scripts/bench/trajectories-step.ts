/** One capture of `bench:trajectories`, in a process of its own; prints one line of JSON. */

import { recordInFile } from "../../extensions/hosts/session-steps.ts";
import { openWorld } from "./world/bench-world.ts";

export const main = async ([folder = "", session = "", run = ""]: readonly string[]): Promise<number> => {
  const world = openWorld(folder);
  const workspace = world.workspace(world.place(`lighthouse-${run}`));
  await workspace.init({ topic: "lighthouse" });
  const before = process.cpuUsage();
  const began = performance.now();
  const record = recordInFile(workspace.platform, session);
  const kept = await workspace.trajectories.capture(() => record, {});
  const took_ms = performance.now() - began;
  const { user, system } = process.cpuUsage(before);
  if (kept === undefined) throw new Error("nothing was kept");
  const packet_bytes = kept.files.reduce((sum, { bytes }) => sum + bytes, 0);
  const rss_mb = process.resourceUsage().maxRSS / 1024;
  process.stdout.write(`${JSON.stringify({ took_ms, cpu_ms: (user + system) / 1000, rss_mb, packet_bytes })}\n`);
  return 0;
};
