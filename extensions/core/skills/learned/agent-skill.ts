/** A learned skill as an Agent Skill: the text of its SKILL.md, held to the rules before anybody writes it. Pure. */

import type { Finding } from "../../finding.ts";
import { extractLinks } from "../../pages/links.ts";
import type { Page } from "../../pages/page.ts";
import { renderPage } from "../../pages/render-page.ts";
import { skillFile } from "../skill.ts";
import { skillFindings } from "../skill-rules.ts";
import type { LearnedSkill } from "./learned-skill.ts";

export interface AgentSkill {
  readonly name: string;
  /** Of SKILL.md. */
  readonly text: string;
  /** What the rules say of it. */
  readonly findings: readonly Finding[];
}

/** The page's slug is its name unless another is wanted. */
export const nameOfSkill = (id: string): string => id.slice(id.lastIndexOf("/") + 1);

export const agentSkillOf = (
  page: Page,
  { skill, name, version }: { readonly skill: LearnedSkill; readonly name: string; readonly version: string },
): AgentSkill => {
  const frontMatter = {
    name,
    description: descriptionOf(page),
    metadata: {
      "generated-by": `pi-wiki/${version}`,
      page: skill.id,
      evidence: restsOn(skill),
    },
  };
  const text = renderPage({ frontMatter, body: `${withoutLinks(page.body).trim()}\n` });
  const files = [skillFile];
  const findings = skillFindings({
    folder: name,
    files,
    others: [],
    read: (path) => (path === skillFile ? text : undefined),
  });
  return { name, text, findings };
};

/** Without counts: they would make it another text with each use. */
const restsOn = ({ by, trajectories }: LearnedSkill): string =>
  [by === "review" ? "reviewed by a person" : "seen to work by its users' tests", ...trajectories].join(", ");

const longestDescription = 1024;
const mostTriggers = 6;

/** What it does, and when to use it: an agent reads this alone before it decides to read the rest. */
const descriptionOf = ({ title, data, triggers }: Page): string => {
  const said = typeof data["description"] === "string" ? data["description"].trim() : "";
  const what = said === "" ? title : said;
  const when = triggers.slice(0, mostTriggers).map(tidy);
  const full = when.length === 0 ? what : `${what.replace(/[.\s]*$/, ".")} Use when: ${when.join("; ")}.`;
  const line = tidy(full);
  return line.length <= longestDescription
    ? line
    : `${Array.from(line)
        .slice(0, longestDescription - 1)
        .join("")}…`;
};

const tidy = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Links to pages lead nowhere outside the vault: their names stay. */
const withoutLinks = (body: string): string => {
  let text = body;
  for (const { offset, label, target } of [...extractLinks(body)].reverse()) {
    const written = /^(?:\[\[[^[\]\n]+\]\]|\[[^[\]\n]*\]\([^()\n]*\))/.exec(text.slice(offset))?.[0];
    if (written === undefined) continue;
    text = `${text.slice(0, offset)}${label || target}${text.slice(offset + written.length)}`;
  }
  return text;
};
