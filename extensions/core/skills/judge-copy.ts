/** What stands where a skill is to be: nothing, ours, or somebody else's; and what may be done about it. Pure. */

import type { OwnedSkill } from "./manifest.ts";
import { type FileHashes, sameHashes } from "./skill.ts";

/** What was found at a skill's place. */
export type Found =
  | { readonly kind: "absent" }
  | { readonly kind: "link"; readonly target: string; readonly leadsTo: string }
  | { readonly kind: "folder"; readonly files: FileHashes; readonly others: readonly string[] }
  | { readonly kind: "other" };

/** What this version ships. */
export interface Shipped {
  /** Absolute, links resolved. */
  readonly folder: string;
  readonly files: FileHashes;
}

export type Copy =
  | { readonly kind: "absent" }
  /** What this version ships, whoever put it there; `extra` is beside it. */
  | { readonly kind: "current"; readonly isLink: boolean; readonly extra: readonly string[] }
  /** As another version of us left it. */
  | { readonly kind: "outdated"; readonly isLink: boolean }
  /** Ours, and changed since: files that differ, and what is beside them. */
  | { readonly kind: "modified"; readonly changed: readonly string[]; readonly extra: readonly string[] }
  | { readonly kind: "foreign" };

export const judgeCopy = (found: Found, owned: OwnedSkill | undefined, shipped: Shipped | undefined): Copy => {
  switch (found.kind) {
    case "absent":
      return { kind: "absent" };
    case "other":
      return { kind: "foreign" };
    case "link":
      if (found.leadsTo === shipped?.folder) return { kind: "current", isLink: true, extra: [] };
      return owned?.mode === "link" && owned.target === found.target
        ? { kind: "outdated", isLink: true }
        : { kind: "foreign" };
    case "folder":
      return judgeFolder(found, owned, shipped);
  }
};

type FoundFolder = Extract<Found, { readonly kind: "folder" }>;

const judgeFolder = (
  { files, others }: FoundFolder,
  owned: OwnedSkill | undefined,
  shipped: Shipped | undefined,
): Copy => {
  const beside = (known: FileHashes): readonly string[] => [
    ...[...files.keys()].filter((path) => !known.has(path)),
    ...others,
  ];
  if (shipped !== undefined && sameHashes(filesOf(files, shipped.files), shipped.files)) {
    return { kind: "current", isLink: false, extra: beside(shipped.files) };
  }
  if (owned?.mode !== "copy") return { kind: "foreign" };
  const changed = [...files].flatMap(([path, hash]) => {
    const own = owned.files.get(path);
    return own === undefined || own === hash || shipped?.files.get(path) === hash ? [] : [path];
  });
  const extra = beside(owned.files);
  // A file of ours that is gone holds nothing of anybody's.
  return changed.length + extra.length === 0
    ? { kind: "outdated", isLink: false }
    : { kind: "modified", changed, extra };
};

const filesOf = (files: FileHashes, wanted: FileHashes): FileHashes =>
  new Map([...files].filter(([path]) => wanted.has(path)));

export type Outcome = "added" | "updated" | "unchanged" | "removed" | "absent" | "refused";

export interface Plan {
  readonly outcome: Outcome;
  /** First of all: what stands there is moved out of the way, and kept. */
  readonly setAside: boolean;
  /** Why it is refused, or what is to be known of it. */
  readonly reason?: string;
  /** Of the outcomes that write a skill: as what. */
  readonly mode?: "copy" | "link";
}

export interface Wish {
  readonly force: boolean;
  readonly link: boolean;
}

const leave = (outcome: Outcome, reason?: string): Plan => ({
  outcome,
  setAside: false,
  ...(reason === undefined ? {} : { reason }),
});

const nothingLost = "Look at it first; --force puts it aside and keeps it";

const reasonOf = (copy: Extract<Copy, { readonly kind: "modified" | "foreign" }>): string => {
  if (copy.kind === "foreign") return `pi-wiki did not put it there. ${nothingLost}`;
  const changed = copy.changed.map((path) => `${path} was changed`);
  const extra = copy.extra.map((path) => `${path} is not of pi-wiki`);
  return `${[...changed, ...extra].join("; ")}. ${nothingLost}`;
};

/** Of a skill that is wanted there. */
export const planAdd = (copy: Copy, { force, link }: Wish, owned: OwnedSkill | undefined): Plan => {
  const mode = link ? "link" : "copy";
  switch (copy.kind) {
    case "absent":
      return { outcome: "added", setAside: false, mode };
    case "current":
      return link && !copy.isLink && owned !== undefined && copy.extra.length === 0
        ? { outcome: "updated", setAside: false, mode }
        : leave("unchanged");
    case "outdated":
      return { outcome: "updated", setAside: false, mode };
    case "modified":
    case "foreign":
      return force ? { outcome: "updated", setAside: true, mode } : leave("refused", reasonOf(copy));
  }
};

/** As it was put there: a copy stays a copy, a link stays a link. */
export const planUpdate = (copy: Copy, wish: Wish, owned: OwnedSkill | undefined): Plan =>
  copy.kind === "absent"
    ? leave("absent", "it is not installed here")
    : planAdd(copy, { ...wish, link: wish.link || owned?.mode === "link" }, owned);

export const planRemove = (copy: Copy, { force }: Wish, owned: OwnedSkill | undefined): Plan => {
  if (copy.kind === "absent") return leave("absent");
  const isOurs = owned !== undefined && copy.kind !== "foreign";
  if (isOurs && !(copy.kind === "modified" && copy.changed.length > 0)) return leave("removed");
  if (force) return { outcome: "removed", setAside: true };
  return leave("refused", copy.kind === "modified" ? reasonOf(copy) : reasonOf({ kind: "foreign" }));
};
