/** What the guard answers, and how it says no. */

import type { Owner } from "../vault/layout.ts";

/** Whose place it is; or a verb that only a person may use; or a change that nobody can foresee. */
export type Rule = Owner | "person-verb" | "undecided";

export interface Denial {
  readonly decision: "deny";
  /** Absolute; for a person's verb, the verb. */
  readonly path: string;
  readonly rule: Rule;
  readonly reason: string;
  readonly instead: string;
  /** A host with a user may ask instead of refusing. */
  readonly ask?: true;
}

export type Decision = { readonly decision: "allow" } | Denial;

export const allowed: Decision = { decision: "allow" };

interface Protection {
  readonly reason: string;
  readonly instead: string;
  readonly ask?: true;
}

const protections: Readonly<Record<Exclude<Rule, "page" | "other">, Protection>> = {
  raw: {
    reason: "captured sources stay as they were captured",
    instead: "Capture a new source with wiki_capture, or write a page under wiki/.",
  },
  ledger: {
    reason: "the ledger is written by the wiki itself and only grows",
    instead: "Use wiki_note or edit a page under wiki/: the ledger follows by itself.",
  },
  derived: {
    reason: "it is made from the pages and would be overwritten",
    instead: "Edit the pages under wiki/ instead.",
  },
  "task-memory": {
    reason: "what was learned in a task is kept as it was written",
    instead: "Remember or correct an entry with wiki_task.",
  },
  config: { reason: "the vault's identity is not an agent's to change", instead: "Ask the user to edit it." },
  human: {
    reason: "how the vault is kept is for its owner to decide",
    instead: "Tell the user what you would change, and let them change it.",
    ask: true,
  },
  "person-verb": {
    reason: "it grants or takes trust, which only a person may do",
    instead: "Tell the user which command to run in a terminal.",
  },
  undecided: {
    reason: "what this would change there can't be foreseen",
    instead: "Name each file that is to change, or read it and write elsewhere.",
  },
};

const isProtected = (rule: Rule): rule is keyof typeof protections => rule in protections;

/** Undefined for places that anybody may change. */
export const denial = (rule: Rule, path: string): Denial | undefined =>
  isProtected(rule) ? { decision: "deny", path, rule, ...protections[rule] } : undefined;

/** The refusal as the model reads it. */
export const renderRefusal = ({ path, reason, instead }: Denial): string =>
  `${path} is protected: ${reason}. ${instead}`;
