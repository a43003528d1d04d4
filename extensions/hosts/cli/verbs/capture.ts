/** capture: keep a source for good. */

import { WikiError } from "../../../core/errors.ts";
import { present } from "../../../core/present.ts";
import { listCounts } from "../../../core/secrets/rule-counts.ts";
import type { CaptureStage } from "../../../core/sources/capture.ts";
import { asLine } from "../../../core/visible.ts";
import type { Workspace } from "../../../workspace.ts";
import type { LayeredCapture } from "../../../workspace-requests.ts";
import { layer, personsFlag, text } from "../option.ts";
import { settled } from "../settled.ts";
import { argumentText } from "../stdin-text.ts";
import { type Answer, type Call, defineVerb } from "../verb.ts";

const stages: readonly CaptureStage[] = ["read", "extract", "store"];

export const capture = defineVerb({
  name: "capture",
  summary: "Keeps a file, a web page or a text unchanged, and makes a page of it.",
  words: { placeholder: "SOURCE", about: "A path or an http(s) address.", take: "one" },
  options: {
    text: text("TEXT", "The text itself in place of a source; `-` reads it from standard input."),
    title: text("TITLE", "Its title, when the source has no good one."),
    force: personsFlag(
      "script",
      "Take a file that is named like one of secrets, and keep the original with the secrets it holds; text, title and page are written without them all the same. For a person.",
    ),
    layer: layer("Vault to keep it in; the project's when there is one."),
  },
  run: async ({ words: [source], options }, call) => {
    if ((source === undefined) === (options.text === undefined)) {
      throw new WikiError("usage", { problem: "capture takes a SOURCE or --text, one of them." });
    }
    const workspace = await call.workspace();
    const pasted = options.text === undefined ? undefined : await argumentText(options.text, call);
    const { title, force, layer: wanted } = options;
    const request = present({ source, text: pasted, title, layer: wanted });
    const captured = await captureInterruptibly({ ...request, force }, { workspace, call });
    return captured === undefined ? interrupted : await answerOf(captured, workspace);
  },
});

const captureInterruptibly = async (
  request: Parameters<Workspace["capture"]>[0],
  { workspace, call }: { readonly workspace: Workspace; readonly call: Call },
): Promise<LayeredCapture | undefined> => {
  const progress = await call.openProgress("Capture, step");
  const signal = call.interruptSignal();
  try {
    const onStage = (stage: CaptureStage): void => progress.update(stages.indexOf(stage), stages.length);
    return await workspace.capture(request, onStage, signal);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  } finally {
    progress.end();
  }
};

const interrupted: Answer = {
  data: { error: { code: "interrupted", message: "Interrupted: nothing was captured.", hint: "Run it again." } },
  text: () => "Interrupted: nothing was captured.",
  exitCode: 130,
};

const answerOf = async (captured: LayeredCapture, workspace: Workspace): Promise<Answer> => {
  const { id, folder, files, duplicate_of, redactions, page, layer: where, title } = captured;
  const findings = [...captured.findings, ...(duplicate_of === undefined ? await settled(workspace) : [])];
  const data = { id, path: folder, files: files.map(({ path, sha256, bytes }) => ({ path, sha256, bytes })) };
  return {
    data: { ...data, ...present({ duplicate_of, redactions }), ...(findings.length === 0 ? {} : { findings }) },
    text: (paint) =>
      [
        duplicate_of === undefined
          ? `${paint.good("Captured")} ${paint.strong(asLine(title))} as ${id} (${where} vault)`
          : `${paint.strong(asLine(title))} is captured already, as ${id}; nothing was written`,
        `  page   ${page}`,
        `  folder ${paint.dim(folder)}`,
        ...(redactions === undefined ? [] : [`  secrets replaced by [redacted:<rule>]: ${listCounts(redactions)}`]),
      ].join("\n"),
    warnings: findings,
  };
};
