/** The verbs of the command line, in the order in which help shows them. */

import { helpVerb } from "./help.ts";
import type { Verb } from "./verb.ts";
import { blame } from "./verbs/blame.ts";
import { capture } from "./verbs/capture.ts";
import { lint, status, verify } from "./verbs/check.ts";
import { dashboard } from "./verbs/dashboard.ts";
import { decisionVerbs } from "./verbs/decide.ts";
import { digest } from "./verbs/digest.ts";
import { distilVerbs } from "./verbs/distill.ts";
import { feedback } from "./verbs/feedback.ts";
import { forget } from "./verbs/forget.ts";
import { guardVerb } from "./verbs/guard.ts";
import { importVerb } from "./verbs/import.ts";
import { init } from "./verbs/init.ts";
import { inject } from "./verbs/inject.ts";
import { knowledge } from "./verbs/knowledge.ts";
import { log } from "./verbs/log.ts";
import { mcp } from "./verbs/mcp.ts";
import { note } from "./verbs/note.ts";
import { promote } from "./verbs/promote.ts";
import { rebuild } from "./verbs/rebuild.ts";
import { recall } from "./verbs/recall.ts";
import { review } from "./verbs/review.ts";
import { settings } from "./verbs/settings.ts";
import { skills } from "./verbs/skills.ts";
import { stale } from "./verbs/stale.ts";
import { sync } from "./verbs/sync.ts";
import { task } from "./verbs/task.ts";
import { trajectory } from "./verbs/trajectory.ts";
import { usage } from "./verbs/usage.ts";
import { weakness } from "./verbs/weakness.ts";
import { why } from "./verbs/why.ts";

export const verbs: readonly Verb[] = [
  init,
  recall,
  inject,
  why,
  capture,
  importVerb,
  ...distilVerbs,
  digest,
  note,
  task,
  trajectory,
  review,
  ...decisionVerbs,
  promote,
  forget,
  status,
  lint,
  stale,
  verify,
  log,
  blame,
  usage,
  feedback,
  sync,
  rebuild,
  knowledge,
  weakness,
  guardVerb,
  skills,
  mcp,
  dashboard,
  settings,
  helpVerb(() => verbs),
];
