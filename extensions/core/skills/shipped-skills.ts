/** The skills that this version of the package ships, read when they are asked for. */

import type { Platform } from "../../platform/platform.ts";
import { readFrontMatter } from "../pages/front-matter.ts";
import type { Shipped } from "./judge-copy.ts";
import { openSkillSource } from "./skill-files-store.ts";

export interface ShippedSkill extends Shipped {
  readonly version: string;
  readonly content: ReadonlyMap<string, Uint8Array>;
}

export interface ShippedSkills {
  names(): readonly string[];
  /** Undefined for a name that is not among them. */
  skill(name: string): ShippedSkill | undefined;
  /** Absolute. */
  path(name: string): string;
  description(name: string): string;
}

export const openShippedSkills = (platform: Platform, root: string, version: string): ShippedSkills => {
  const source = openSkillSource(platform, root);
  const read = new Map<string, ShippedSkill>();
  const skillOf = (name: string): ShippedSkill => {
    const content = source.content(name);
    const files = new Map([...content].map(([path, bytes]) => [path, platform.hash(bytes)]));
    return { version, content, files, folder: platform.paths.physical(source.path(name)) };
  };
  return {
    names: source.names,
    skill: (name) => {
      if (!source.names().includes(name)) return undefined;
      const skill = read.get(name) ?? skillOf(name);
      read.set(name, skill);
      return skill;
    },
    path: source.path,
    description: (name) => {
      const { description } = readFrontMatter(source.text(name) ?? "").data;
      return typeof description === "string" ? description.trim() : "";
    },
  };
};
