/** The tools: the product's table of contents. */

import type { Settings } from "../core/settings.ts";
import { capture } from "./capture.ts";
import { captureTrajectory } from "./capture-trajectory.ts";
import { check } from "./check.ts";
import { distill } from "./distill.ts";
import { distillSkills } from "./distill-skills.ts";
import { feedback } from "./feedback.ts";
import { ground } from "./ground.ts";
import { lessons } from "./lessons.ts";
import { map } from "./map.ts";
import { note } from "./note.ts";
import { packet } from "./packet.ts";
import { recall } from "./recall.ts";
import { recallSkill } from "./recall-skill.ts";
import { task } from "./task.ts";
import type { Tool } from "./tool.ts";
import { weakness } from "./weakness.ts";

export const allTools: readonly Tool[] = [
  recall,
  capture,
  note,
  task,
  feedback,
  check,
  distill,
  map,
  ground,
  packet,
  lessons,
  captureTrajectory,
  distillSkills,
  recallSkill,
  weakness,
];

/** Those that are offered to everybody. */
export const usualTools: readonly Tool[] = allTools.filter(({ setting }) => setting === undefined);

/** Those that somebody has switched on. */
export const chosenTools = (settings: Settings): readonly Tool[] =>
  allTools.filter(({ setting }) => setting !== undefined && settings[setting] === "on");
