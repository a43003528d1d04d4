/** What the verb `skills` does with skills that were learned: lists them, asks for one, puts one where agents read it. */

import { WikiError } from "../../core/errors.ts";
import { present } from "../../core/present.ts";
import type { ExportedSkill } from "../../core/skills/learned/export-skill.ts";
import { evidenceLine, listSkills } from "../../core/skills/learned/render-skills.ts";
import type { LayerName } from "../../core/vault/vault.ts";
import { asLine, visible } from "../../core/visible.ts";
import type { Workspace } from "../../workspace.ts";
import type { Paint } from "./paint.ts";
import { settled } from "./settled.ts";
import type { Answer } from "./verb.ts";

export const learnedAnswer = async (workspace: Workspace): Promise<Answer> => {
  const skills = await workspace.skills.list();
  return { data: { skills }, text: () => listSkills(skills) };
};

interface Asked {
  readonly query: string;
  readonly layer: LayerName | undefined;
}

export const recalledAnswer = async (workspace: Workspace, { query, layer }: Asked): Promise<Answer> => {
  const { hits, excluded, total } = await workspace.skills.recall({ query, ...present({ layer }) });
  const found = hits.map(({ hit, skill }) => ({ ...hit, skill }));
  return {
    data: { hits: found, excluded, total },
    text: (paint) =>
      found.length === 0
        ? "Nothing like this was done before."
        : found
            .map(({ title, id, path, excerpt, skill }) =>
              [
                `${paint.strong(asLine(title))} [[${asLine(id)}]]`,
                paint.dim(asLine(path)),
                asLine(evidenceLine(skill)),
                visible(excerpt).replace(/^/gm, "  "),
              ].join("\n"),
            )
            .join("\n\n"),
  };
};

export interface ExportWish {
  readonly id: string;
  readonly to: string | undefined;
  readonly name: string | undefined;
  readonly layer: LayerName | undefined;
  readonly force: boolean;
  readonly dryRun: boolean;
  readonly shipped: readonly string[];
}

export const exportAnswer = async (workspace: Workspace, { to, layer, name, ...wish }: ExportWish): Promise<Answer> => {
  if (to === undefined) {
    throw new WikiError("usage", { problem: "skills export needs --to DIR." }, "Agents read .agents/skills.");
  }
  const { platform, options } = workspace;
  const place = platform.paths.resolve(options.cwd, to);
  const exported = await workspace.skills.export({ ...wish, to: place, ...present({ layer, name }) });
  const isRefused = exported.outcome === "refused" || exported.outcome === "failed";
  return {
    data: { ...exported, dry_run: wish.dryRun },
    text: (paint) => exportedText(exported, wish.dryRun, paint),
    warnings: isRefused || wish.dryRun ? [] : await settled(workspace),
    exitCode: isRefused ? 4 : 0,
  };
};

const exportedText = (
  { id, name, path, outcome, reason, aside }: ExportedSkill,
  dryRun: boolean,
  paint: Paint,
): string => {
  const isBad = outcome === "refused" || outcome === "failed";
  const said = dryRun && !isBad && outcome !== "unchanged" ? `would be ${outcome}` : outcome;
  return [
    `${(isBad ? paint.bad : paint.good)(said)} ${asLine(id)} as ${name} ${paint.dim(asLine(path))}`,
    ...(reason === undefined ? [] : [`  ${asLine(reason)}`]),
    ...(aside === undefined ? [] : [`  What stood there is kept in ${asLine(aside)}`]),
  ].join("\n");
};
