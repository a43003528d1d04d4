/** Values in the compact form that command lines and models write: `reward=0.7:higher:primary`, `slug: why`, `task=0:1`. Pure. */

import { WikiError } from "../errors.ts";
import type { Related, Remark } from "./weakness.ts";
import type { GivenMetric, SolveRequest } from "./write/requests.ts";

const refused = (what: string, problem: string): WikiError => new WikiError("invalid_input", { what, problem });

export const givenMetric = (given: string, what: string): GivenMetric => {
  const [, label = "", figure = "", rest = ""] = /^([^=]+)=([^:]+)((?::[a-z]+)*)$/.exec(given.trim()) ?? [];
  const value = Number(figure);
  const words = rest.split(":").filter((word) => word !== "");
  const odd = words.find((word) => word !== "higher" && word !== "lower" && word !== "primary");
  if (label === "" || figure.trim() === "" || !Number.isFinite(value) || odd !== undefined) {
    throw refused(what, `"${given}" is not NAME=VALUE, with :higher or :lower and :primary after it where they matter`);
  }
  const direction = words.includes("lower") ? "lower" : words.includes("higher") ? "higher" : undefined;
  return { name: label.trim(), value, direction, primary: words.includes("primary") ? true : undefined };
};

export const givenRelated = (given: string): Related => {
  const [slug = "", ...why] = given.split(":");
  return { slug: slug.trim(), why: why.length === 0 ? undefined : why.join(":").trim() };
};

/** A path may have a line number: `agent/planner.py:88:why`. */
export const givenRemark = (given: string): Remark => {
  const [, of = given, note = ""] = /^(.+?(?::\d+(?:-\d+)?)?)(?::(?!\d|\\|\/)\s*(.*))?$/.exec(given.trim()) ?? [];
  return { of: of.trim(), note: note.trim() };
};

type Delta = NonNullable<SolveRequest["deltas"]>[number];

export const givenDelta = (given: string, what: string): Delta => {
  const [, task = "", before = "", after = ""] = /^(.+?)=([^:=]*):([^:=]*)$/.exec(given.trim()) ?? [];
  if (task === "" || after === "") throw refused(what, `"${given}" is not TASK=BEFORE:AFTER`);
  return { task, before: before.trim(), after: after.trim() };
};

export const givenNote = (given: string, what: string): Remark => {
  const at = given.indexOf("=");
  if (at < 1) throw refused(what, `"${given}" is not TASK=NOTE`);
  return { of: given.slice(0, at).trim(), note: given.slice(at + 1).trim() };
};
