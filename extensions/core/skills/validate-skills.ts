/** Holds skills to the rules of Agent Skills: those of a folder, those installed here, or those we ship. */

import type { Platform } from "../../platform/platform.ts";
import { WikiError } from "../errors.ts";
import type { Finding } from "../finding.ts";
import type { ShippedSkills } from "./shipped-skills.ts";
import { isSkillName, skillFile } from "./skill.ts";
import { skillToCheck } from "./skill-files-store.ts";
import { skillFindings } from "./skill-rules.ts";
import { type Scoped, targetsOf } from "./targets.ts";

export interface ValidatedSkills {
  /** Absolute folders, in the order in which they were looked at. */
  readonly skills: readonly string[];
  /** Paths are relative to the project's folder where they are inside it, else absolute. */
  readonly findings: readonly Finding[];
}

export interface ValidateRequest {
  /** Names, or paths of folders; none means all that we ship. */
  readonly names: readonly string[];
  readonly where: Scoped;
  readonly shipped: ShippedSkills;
}

export const validateSkills = (platform: Platform, request: ValidateRequest): ValidatedSkills => {
  const { names, shipped, where } = request;
  const skills =
    names.length === 0
      ? shipped.names().map((name) => shipped.path(name))
      : names.flatMap((name) => placesOf(platform, name, request));
  const findings = skills.flatMap((place) => {
    const shown = platform.paths.inside(where.cwd, place) || place;
    return skillFindings(skillToCheck(platform, place)).map((finding) => ({
      ...finding,
      path: `${shown}/${finding.path}`,
    }));
  });
  return { skills, findings };
};

/** A path if it is one; else the copies that are installed, and without any the one that we ship. */
const placesOf = (platform: Platform, name: string, request: ValidateRequest): readonly string[] => {
  if (!isSkillName(name)) return skillsAt(platform, name, request.where.cwd);
  const installed = targetsOf(platform, request.where)
    .map(({ path }) => platform.paths.join(path, name))
    .filter((place) => isFolder(platform, place));
  if (installed.length > 0) return installed;
  if (request.shipped.names().includes(name)) return [request.shipped.path(name)];
  const below = platform.paths.resolve(request.where.cwd, name);
  if (isFolder(platform, below)) return [below];
  throw new WikiError("skill_not_found", { name });
};

/** The folder itself, or those in it when it is one of skills. */
const skillsAt = (platform: Platform, given: string, cwd: string): readonly string[] => {
  const { paths } = platform;
  const place = paths.resolve(cwd, given);
  const folder = paths.basename(place) === skillFile ? paths.dirname(place) : place;
  if (!isFolder(platform, folder)) throw new WikiError("source_not_found", { source: given });
  if (holdsSkill(platform, folder)) return [folder];
  const below = paths.list(folder).map((name) => paths.join(folder, name));
  const skills = below.filter((one) => holdsSkill(platform, one));
  return skills.length > 0 ? skills : [folder];
};

const holdsSkill = ({ paths }: Platform, place: string): boolean =>
  paths.kind(paths.physical(paths.join(place, skillFile))) === "file";

const isFolder = ({ paths }: Platform, place: string): boolean => paths.kind(paths.physical(place)) === "folder";
