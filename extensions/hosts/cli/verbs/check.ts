/** status, lint and verify: what is in the vaults, what is wrong in them, and whether anything was changed. */

import type { Finding } from "../../../core/finding.ts";
import type { VaultStatus } from "../../../core/vault/check-vault.ts";
import type { LayerName } from "../../../core/vault/vault.ts";
import { asLine } from "../../../core/visible.ts";
import type { Workspace } from "../../../workspace.ts";
import { countFindings, countsText, type FindingsView, findingsText, paragraphs } from "../findings-text.ts";
import { layer } from "../option.ts";
import type { Paint } from "../paint.ts";
import { defineVerb } from "../verb.ts";

const options = { layer: layer("Look at one layer only.") };

export const status = defineVerb({
  name: "status",
  summary: "Shows the vaults that are seen from here, and what is in them.",
  options,
  run: async ({ options: { layer: wanted } }, call) => {
    const workspace = await call.workspace();
    const answer = await workspace.status();
    const vaults = answer.vaults.filter((vault) => wanted === undefined || vault.layer === wanted);
    const found = await ofLayer(answer.findings, { workspace, wanted });
    const findings = [...found, ...(await call.settings()).findings];
    const total = (count: (vault: VaultStatus) => number): number =>
      vaults.reduce((sum, vault) => sum + count(vault), 0);
    return {
      data: {
        pages: total(({ pages }) => pages),
        drafts: total(({ drafts }) => drafts),
        sources: total(({ sources }) => sources),
        vaults,
        findings,
      },
      text: (paint) =>
        paragraphs(statusText(vaults, { wanted, paint }), findingsText(findings, viewFrom(workspace, paint))),
    };
  },
});

export const lint = defineVerb({
  name: "lint",
  summary: "Looks for what is wrong in pages: damage, broken links, gaps. Exits 4 for errors.",
  options,
  run: async ({ options: { layer: wanted } }, call) => {
    const workspace = await call.workspace();
    const progress = await call.openProgress("Lint");
    const linted = await workspace.lint(progress.update).finally(progress.end);
    const findings = await ofLayer(linted.findings, { workspace, wanted });
    const counts = countFindings(findings);
    return {
      data: { counts, findings },
      text: (paint) => checkedText(findings, { fine: "Nothing is wrong.", view: viewFrom(workspace, paint) }),
      exitCode: counts.error > 0 ? 4 : 0,
    };
  },
});

export const verify = defineVerb({
  name: "verify",
  summary: "Checks that the ledger and captured sources are as they were written. Exits 5 if not.",
  options,
  run: async ({ options: { layer: wanted } }, call) => {
    const workspace = await call.workspace();
    const { events, findings: all } = await workspace.verify();
    const findings = await ofLayer(all, { workspace, wanted });
    const counts = countFindings(findings);
    return {
      data: { events, counts, findings },
      text: (paint) => {
        const fine = `All is as it was written (${events} events).`;
        return checkedText(findings, { fine, view: viewFrom(workspace, paint) });
      },
      exitCode: counts.error > 0 ? 5 : 0,
    };
  },
});

/** Without what lies in the vaults of other layers; findings on vaults have absolute paths. */
const ofLayer = async (
  findings: readonly Finding[],
  { workspace, wanted }: { readonly workspace: Workspace; readonly wanted: LayerName | undefined },
): Promise<readonly Finding[]> => {
  if (wanted === undefined) return findings;
  const { layers } = await workspace.layers();
  const { paths } = workspace.platform;
  const others = layers.filter((vault) => vault.layer !== wanted);
  return findings.filter(({ path }) => others.every(({ root }) => paths.inside(root, path) === undefined));
};

/** Paths below the working folder are shown relative to it. */
const viewFrom = ({ platform: { paths }, options: { cwd } }: Workspace, paint: Paint): FindingsView => {
  const folder = paths.physical(cwd);
  return { paint, shownPath: (path) => paths.inside(folder, path) ?? path };
};

const checkedText = (
  findings: readonly Finding[],
  { fine, view }: { readonly fine: string; readonly view: FindingsView },
): string => {
  const counts = countsText(findings);
  return counts === "" ? view.paint.good(fine) : paragraphs(findingsText(findings, view), counts);
};

const statusText = (
  vaults: readonly VaultStatus[],
  { wanted, paint }: { readonly wanted: LayerName | undefined; readonly paint: Paint },
): string => {
  const isBare = wanted !== "personal" && vaults.every(({ layer: name }) => name !== "project");
  const advice = isBare ? ["project: no vault here; `pi-wiki init` makes one."] : [];
  return [...advice, ...vaults.map((vault) => vaultText(vault, paint))].join("\n\n");
};

const vaultText = (
  { layer: name, root, exists, topic, pages, drafts, sources, by_type }: VaultStatus,
  paint: Paint,
): string => {
  if (!exists) return `${paint.strong(name)}: none yet; the first write to it makes ${root}`;
  const types = Object.entries(by_type).map(([type, count]) => `${count} ${asLine(type, longestType)}`);
  return [
    `${paint.strong(name)}${topic === undefined ? "" : `: ${asLine(topic)}`}`,
    `  ${paint.dim(root)}`,
    `  ${counted(pages, "page")}, ${counted(drafts, "draft")}, ${counted(sources, "source")}`,
    ...(types.length === 0 ? [] : [paint.dim(`  ${types.join(", ")}`)]),
  ].join("\n");
};

const longestType = 40;

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;
