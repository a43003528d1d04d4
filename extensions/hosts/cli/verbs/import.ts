/** import: a folder of Markdown becomes pages. */

import { present } from "../../../core/present.ts";
import type { Imported } from "../../../core/vault/import-folder.ts";
import { asLine } from "../../../core/visible.ts";
import { layer, refused, text } from "../option.ts";
import type { Paint } from "../paint.ts";
import { settled } from "../settled.ts";
import { defineVerb } from "../verb.ts";

/** The reason that importFolder gives for files it did not come to. */
const interruption = "interrupted";

export const importVerb = defineVerb({
  name: "import",
  summary: "Makes pages of a folder of Markdown; again for what is new in it.",
  words: { placeholder: "DIR", about: "The folder; its files stay as they are.", isRequired: true, take: "one" },
  options: {
    type: text("TYPE", "Page type of files that name none; general when not given."),
    layer: layer("Vault to import into; the project's when there is one."),
  },
  run: async ({ words: [folder = ""], options: { type, layer: wanted } }, call) => {
    if (type !== undefined && !/^[a-z][a-z0-9_-]{0,63}$/.test(type)) {
      throw refused(
        "--type",
        `"${type}" is no page type`,
        "Types are small letters, digits, _ and -, such as decision.",
      );
    }
    const workspace = await call.workspace();
    const progress = await call.openProgress("Import:");
    const signal = call.interruptSignal();
    const request = { folder, signal, progress: progress.update, ...present({ type, layer: wanted }) };
    const imported = await workspace.importFolder(request).finally(progress.end);
    const findings = [...imported.findings, ...(imported.created.length === 0 ? [] : await settled(workspace))];
    const isInterrupted = imported.skipped.some(({ reason }) => reason === interruption);
    const { created, tasks, skipped } = imported;
    return {
      data: { created, ...present({ tasks }), skipped, ...(findings.length === 0 ? {} : { findings }) },
      text: (paint) => importText(imported, paint),
      warnings: findings,
      ...(isInterrupted ? { exitCode: 130 } : {}),
    };
  },
});

const mostShown = 5;

const importText = ({ created, tasks = [], skipped }: Imported, paint: Paint): string => {
  const reasons = new Map<string, string[]>();
  for (const { path, reason } of skipped) reasons.set(reason, [...(reasons.get(reason) ?? []), path]);
  const left = [...reasons].map(([reason, paths]) => {
    const rest = paths.length - mostShown;
    const more = rest > 0 ? ` and ${rest} more` : "";
    return `  ${paths.length} ${asLine(reason)}: ${paint.dim(
      `${paths
        .slice(0, mostShown)
        .map((path) => asLine(path))
        .join(", ")}${more}`,
    )}`;
  });
  const pages = counted(created.length, "page");
  const done = tasks.length === 0 ? pages : `${pages} and the memory of ${counted(tasks.length, "task")}`;
  const head = reasons.has(interruption)
    ? `${paint.warn("Interrupted")} after ${done}; run it again for the rest.`
    : `${paint.good("Imported")} ${done}${left.length === 0 ? "." : `; left out ${skipped.length}:`}`;
  return [head, ...left].join("\n");
};

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;
