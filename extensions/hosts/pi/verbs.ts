/** The verbs of /wiki: their names, what they take, and what each shows. */

import { listFindings } from "../../core/finding.ts";
import { asLine, visible } from "../../core/visible.ts";
import { renderStatus } from "../../tools/check.ts";
import { dashboardVerb } from "./dashboard-verb.ts";
import { digestVerb } from "./digest-verb.ts";
import { distillVerbs } from "./distill-verbs.ts";
import { knowledgeVerbs } from "./knowledge/knowledge-verbs.ts";
import { lessonVerbs } from "./knowledge/lesson-verbs.ts";
import { logVerb } from "./log-verb.ts";
import { noteVerb } from "./note-verb.ts";
import { pageVerbs } from "./page-verbs.ts";
import { reviewVerb } from "./review-verb.ts";
import { settingsVerb } from "./settings-verb.ts";
import { skillsVerb } from "./skills-verb.ts";
import { taskVerb } from "./task-verb.ts";
import { trajectoryVerbs } from "./trajectory-verbs.ts";
import { unusedLines } from "./usage-lines.ts";
import type { Verb } from "./verb.ts";
import { whyVerb } from "./why-verb.ts";

const status: Verb = {
  name: "status",
  usage: "",
  summary: "Vaults, pages, drafts, and what is wrong",
  run: async ({ session, workspace }) => {
    const { vaults, findings } = await workspace.status();
    const isBare = vaults.every(({ layer }) => layer !== "project");
    return [
      ...(isBare ? ["project: no vault here; /wiki init makes one"] : []),
      ...vaults.map(renderStatus),
      ...unusedLines(await workspace.usage.unused()),
      ...[...session.problems].map(([work, problem]) => `Failed in the background (${work}): ${problem}`),
      ...listFindings([...session.settingFindings, ...findings]),
    ].join("\n");
  },
};

const init: Verb = {
  name: "init",
  usage: "[TOPIC]",
  summary: "Create a project vault in this folder",
  writes: true,
  run: async ({ rest, workspace }) => {
    const { root, created } = await workspace.init(rest === "" ? {} : { topic: rest });
    return created.length === 0 ? `The vault is already there: ${root}` : `Created ${root}`;
  },
};

const recall: Verb = {
  name: "recall",
  usage: "QUERY",
  summary: "Ask the wiki; the answer is for you, not for the model",
  completes: "pages",
  run: async ({ rest, workspace }) => {
    if (rest === "") return "Say what to look for: /wiki recall QUERY";
    const { hits, excluded, elapsed_ms } = await workspace.recall({ query: rest });
    if (hits.length === 0) {
      const near = await workspace.near(rest, "suggest", 5);
      return near.length === 0
        ? "No page matches."
        : `No page matches. Similar titles: ${near.map((id) => asLine(id)).join(", ")}`;
    }
    const items = hits.map(({ title, id, layer, labels, path, excerpt }) => {
      const facts = [layer === "personal" ? "📓 personal" : layer, ...labels].join("; ");
      return `${asLine(title)} [[${asLine(id)}]] (${asLine(facts)})\n${asLine(path)}\n${visible(excerpt).replace(/^/gm, "  ")}`;
    });
    const left = excluded.length === 0 ? "" : `, ${excluded.length} left out`;
    return [...items, `${hits.length} pages${left} in ${elapsed_ms.toFixed(1)} ms`].join("\n\n");
  },
};

const capture: Verb = {
  name: "capture",
  usage: "FILE or ADDRESS",
  summary: "Keep a source unchanged",
  writes: true,
  run: async ({ rest, workspace }) => {
    if (rest === "") return "Say what to capture: /wiki capture FILE or ADDRESS";
    const { id, title, folder, page, duplicate_of: known } = await workspace.capture({ source: rest });
    const said = known === undefined ? `Captured as ${id}` : `Already captured as ${known}`;
    return `${said}: "${asLine(title)}"\n${folder}\nIts page is a draft: [[${page}]]`;
  },
};

const lint: Verb = {
  name: "lint",
  usage: "",
  summary: "Damaged pages, broken links, gaps",
  run: async ({ workspace }) => listFindings((await workspace.lint()).findings).join("\n") || "Nothing is wrong.",
};

const verify: Verb = {
  name: "verify",
  usage: "",
  summary: "Check that ledger and captured sources are unchanged",
  run: async ({ workspace }) => {
    const { findings, events } = await workspace.verify();
    return [`${events} events checked.`, ...listFindings(findings)].join("\n");
  },
};

const help: Verb = {
  name: "help",
  usage: "",
  summary: "This list",
  run: async () => helpText(),
};

export const verbs: readonly Verb[] = [
  status,
  init,
  recall,
  whyVerb,
  capture,
  noteVerb,
  taskVerb,
  ...distillVerbs,
  ...trajectoryVerbs,
  skillsVerb,
  digestVerb,
  reviewVerb,
  ...pageVerbs,
  ...knowledgeVerbs,
  ...lessonVerbs,
  lint,
  verify,
  logVerb,
  dashboardVerb,
  settingsVerb,
  help,
];

export const helpText = (): string =>
  verbs.map(({ name, usage, summary }) => `/wiki ${[name, usage].filter(Boolean).join(" ")} – ${summary}`).join("\n");
