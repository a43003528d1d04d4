/** distill, ingest, consolidate and enrich: what was said, read and noted becomes pages. Some model does the thinking. */

import type { DistilKind } from "../../../core/distil/distil-kind.ts";
import type { Submitted, SubmittedEntry } from "../../../core/distil/submitted.ts";
import { WikiError } from "../../../core/errors.ts";
import { present } from "../../../core/present.ts";
import { listCounts } from "../../../core/secrets/rule-counts.ts";
import type { LayerName } from "../../../core/vault/vault.ts";
import { asLine } from "../../../core/visible.ts";
import type { Workspace } from "../../../workspace.ts";
import { layer, type Options, refused, text } from "../option.ts";
import type { Paint } from "../paint.ts";
import { settled } from "../settled.ts";
import { type Answer, type Call, defineVerb, type Verb } from "../verb.ts";

interface DistilVerb {
  readonly name: string;
  readonly summary: string;
  readonly kind: DistilKind;
  /** What may be named after `prepare`. */
  readonly named: string;
}

interface Asked {
  readonly words: readonly string[];
  readonly layer: LayerName | undefined;
}

const target = layer("Vault to work on; the project's when there is one.");

const defineDistilVerb = ({ name, summary, kind, named }: DistilVerb): Verb =>
  defineVerb({
    name,
    summary,
    words: wordsOf(named),
    options: { layer: target },
    run: ({ words, options }, call) => prepareOrSubmit(kind, { words, layer: options.layer }, call),
  });

const wordsOf = (named: string) =>
  ({
    placeholder: "prepare [ID…] | submit FILE",
    about: `\`prepare\` gives the material, the rules and the shape to submit, of all that waits or of the ${named} named after it; \`submit FILE\` takes what a model made of it (\`-\` reads standard input).`,
    take: "each",
  }) as const;

export const prepareOrSubmit = async (
  kind: DistilKind,
  { words, layer: wanted }: Asked,
  call: Call,
): Promise<Answer> => {
  const [action, ...rest] = words;
  switch (action) {
    case "prepare":
      return prepareAnswer(await call.workspace(), { kind, ids: rest, ...present({ layer: wanted }) });
    case "submit":
      return submitAnswer(
        await call.workspace(),
        { kind, ...present({ layer: wanted }) },
        await submission(rest, call),
      );
    default:
      throw new WikiError("usage", { problem: "Say prepare, or submit FILE." });
  }
};

const prepareAnswer = async (
  workspace: Workspace,
  request: Parameters<Workspace["distil"]["prepare"]>[0],
): Promise<Answer> => {
  const prepared = await workspace.distil.prepare(request);
  const { renderNothing, renderPrepared } = await import("../../../core/distil/render-prepared.ts");
  return { data: prepared, text: () => renderNothing(prepared) ?? renderPrepared(prepared) };
};

const largestFile = 4 * 1024 * 1024;

const submission = async ([file, ...more]: readonly string[], call: Call): Promise<string> => {
  if (file === undefined || more.length > 0) throw new WikiError("usage", { problem: "submit takes one FILE." });
  if (file === "-") return await call.readStdin();
  const { platform, options } = await call.workspace();
  const given = platform.paths.text(platform.paths.resolve(options.cwd, file), largestFile);
  if (given === undefined) throw new WikiError("source_not_found", { source: file });
  return given;
};

const submitAnswer = async (
  workspace: Workspace,
  request: { readonly kind: DistilKind; readonly layer?: LayerName },
  given: string,
): Promise<Answer> => {
  const submitted = await workspace.distil.submit({ ...request, text: given });
  const { findings, ...data } = submitted;
  const all = [...findings, ...(await settled(workspace))];
  return {
    data: { ...data, ...(all.length === 0 ? {} : { findings: all }) },
    text: (paint) => submittedText(submitted, paint),
    exitCode: submitted.entries.some(({ outcome }) => notWritten.has(outcome)) ? 4 : 0,
    warnings: all,
  };
};

const notWritten: ReadonlySet<SubmittedEntry["outcome"]> = new Set(["similar", "tombstoned", "refused"]);

const submittedText = ({ entries, done, open }: Submitted, paint: Paint): string =>
  [
    ...entries.map(({ title, outcome, id, reason }) =>
      [
        notWritten.has(outcome) ? paint.warn(outcome) : paint.good(outcome),
        asLine(title),
        ...(id === undefined ? [] : [paint.dim(asLine(id))]),
        ...(reason === undefined ? [] : [`\n  ${asLine(reason)}`]),
      ].join(" "),
    ),
    ...(done.length === 0 ? [] : [`done ${done.join(", ")}`]),
    ...(open.length === 0 ? [] : [`still open ${open.join(", ")}`]),
  ].join("\n");

const distillOptions = {
  session: text("FILE", "For `capture`: a session file of Pi; its last branch counts."),
  layer: target,
} satisfies Options;

const distill = defineVerb({
  name: "distill",
  summary: "Lets a model write down what was learned in conversations.",
  words: {
    ...wordsOf("conversations"),
    placeholder: "capture | prepare [ID…] | submit FILE",
    about: `\`capture --session FILE\` keeps a session's conversation; ${wordsOf("conversations").about}`,
  },
  options: distillOptions,
  run: async ({ words, options: { session, layer: wanted } }, call) => {
    if (words[0] !== "capture") return await prepareOrSubmit("conversation", { words, layer: wanted }, call);
    if (session === undefined) throw refused("--session", "name the session's file");
    return await captureSession(await call.workspace(), { session, layer: wanted });
  },
});

const captureSession = async (
  workspace: Workspace,
  { session, layer: wanted }: { readonly session: string; readonly layer: LayerName | undefined },
): Promise<Answer> => {
  const { platform, options } = workspace;
  const { conversationInFile } = await import("../../session-turns.ts");
  const conversation = conversationInFile(platform, platform.paths.resolve(options.cwd, session));
  const kept = await workspace.distil.captureConversation(conversation, wanted);
  if (kept === undefined) {
    return { data: { id: null, turns: 0 }, text: () => "Nobody said anything of their own there; nothing was kept." };
  }
  const { id, folder, files, turns, duplicate_of, redactions, title } = kept;
  const findings = duplicate_of === undefined ? await settled(workspace) : [];
  return {
    data: { id, path: folder, turns, files, ...present({ duplicate_of, redactions }) },
    text: (paint) =>
      [
        duplicate_of === undefined
          ? `${paint.good("Kept")} ${paint.strong(asLine(title))} as ${id}, ${turns} turns`
          : `${paint.strong(asLine(title))} is kept already, as ${id}; nothing was written`,
        `  folder ${paint.dim(folder)}`,
        ...(redactions === undefined ? [] : [`  secrets replaced by [redacted:<rule>]: ${listCounts(redactions)}`]),
      ].join("\n"),
    warnings: findings,
  };
};

export const distilVerbs: readonly Verb[] = [
  defineDistilVerb({
    name: "ingest",
    summary: "Lets a model write pages of captured sources.",
    kind: "source",
    named: "sources",
  }),
  distill,
  defineDistilVerb({
    name: "consolidate",
    summary: "Lets a model merge notes that overlap.",
    kind: "notes",
    named: "pages",
  }),
  defineDistilVerb({
    name: "enrich",
    summary: "Lets a model write recall triggers for pages without.",
    kind: "triggers",
    named: "pages",
  }),
];
