/** sync: puts into the vaults what sessions have gathered, and brings them together with other clones through git. */

import { listFindings } from "../../../core/finding.ts";
import type { SyncedLayer } from "../../../core/sync/session-sync.ts";
import { asLine } from "../../../core/visible.ts";
import { flag } from "../option.ts";
import type { Paint } from "../paint.ts";
import { settled } from "../settled.ts";
import { defineVerb } from "../verb.ts";

export const sync = defineVerb({
  name: "sync",
  summary:
    "Puts what sessions have gathered into the vaults and, where git has a remote, fetches, verifies both ledgers, merges, says what contradicts and pushes; no file outside the vault is touched.",
  options: { offline: flag("Gather only: no remote is asked.") },
  run: async ({ options: { offline } }, call) => {
    const workspace = await call.workspace();
    const recorded = await workspace.usage.flush();
    const warnings = await settled(workspace);
    const vaults = offline ? [] : await workspace.sync();
    const findings = vaults.flatMap((vault) => vault.findings);
    return {
      data: { recorded, vaults },
      text: (paint) =>
        [
          `${paint.good("Recorded")} ${recorded} ${recorded === 1 ? "use" : "uses"} of pages.`,
          ...vaults.flatMap((vault) => linesOf(vault, paint)),
          ...listFindings(findings),
        ].join("\n"),
      warnings,
      exitCode: exitCodeOf(vaults),
    };
  },
});

const exitCodeOf = (vaults: readonly SyncedLayer[]): number => {
  if (vaults.some(({ state }) => state === "refused")) return 5;
  return vaults.some(({ contradictions }) => contradictions.length > 0) ? 4 : 0;
};

const absences: Readonly<Record<Exclude<SyncedLayer["state"], "synced" | "refused">, string>> = {
  "no-repository": "in no git repository: nothing to bring together",
  "no-remote": "the repository has no remote: nothing to bring together",
  "no-branch": "no branch with a commit is checked out: nothing to bring together",
  unpushed: "the remote has no such branch yet: `git push -u` it once, then sync",
  ignored: "git ignores the vault: take it out of .gitignore to share it",
  "in-progress": "a merge or rebase is not finished: finish it, then sync",
};

const linesOf = (synced: SyncedLayer, paint: Paint): readonly string[] => {
  const { layer, state, remote = "", received, sent, merged, contradictions } = synced;
  if (state === "refused") return [`${layer}: ${paint.bad("refused")}, nothing was changed`];
  if (state !== "synced") return [`${layer}: ${absences[state]}`];
  const done = `${layer}: ${paint.good("in step")} with ${asLine(remote)}, ${received.length} received, ${sent} sent`;
  return [
    merged.length === 0 ? done : `${done}, ${merged.length} merged`,
    ...contradictions.map(
      ({ page, kind, other }) =>
        `  ${kind}: ${asLine(page)}${other === undefined ? "" : ` and ${asLine(other)}`}; decide with \`pi-wiki review\``,
    ),
  ];
};
