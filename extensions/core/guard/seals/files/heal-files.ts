/** Puts sealed files back that were changed or removed, takes out what was put among them, and seals what is new. */

import { isWikiError } from "../../../errors.ts";
import type { Vault } from "../../../vault/vault.ts";
import { clearWay } from "../evidence.ts";
import { type Seal, sealKindOf } from "../seal.ts";
import { judgeBroken } from "./broken-files.ts";
import type { FileHealing, FoundFile } from "./file-healing.ts";
import type { SealChanges } from "./find-changes.ts";
import { type RightFile, sortFresh, wrongLinks } from "./fresh-files.ts";
import type { FileVerdict } from "./judge-file.ts";

export interface HealedFile extends FoundFile {
  /** Where what was found is kept now. */
  readonly kept: string | undefined;
  /** Why it could not be put right, when it could not. */
  readonly problem?: string;
}

export interface HealedFiles {
  readonly healed: readonly HealedFile[];
  /** Files that are right and have no seal yet. */
  readonly right: readonly RightFile[];
}

export const healFiles = async (changes: SealChanges, healing: FileHealing): Promise<HealedFiles> => {
  const { vault, store } = healing;
  const verdicts = await judgeBroken(changes.broken, healing);
  const of = (verdict: FileVerdict): readonly Seal[] =>
    changes.broken.filter((_seal, index) => verdicts[index] === verdict);
  const settled = [...of("history"), ...of("displaced")].map(({ path }) => path);
  const present = settled.filter((path) => vault.files.kind(path) === "file");
  const fresh = await sortFresh([...present, ...changes.fresh], healing);
  const damaged = of("tampered").map((seal) => ({ seal, path: seal.path, was: damageTo(seal, vault) }));
  const wrong = [...fresh.wrong, ...(await wrongLinks(changes.links, healing))];
  // What stands in the place of a sealed file goes when that is put back.
  const strangers = wrong.filter((path) => !damaged.some((one) => isInOrAbove(path, one.path)));
  await healing.announce([...damaged, ...strangers.map((path) => ({ path, was: "added" as const }))]);
  const healed: HealedFile[] = [];
  for (const one of damaged) healed.push(await putBack(one, healing));
  for (const seal of of("displaced")) await keepSealed(seal, healing);
  await store.forget(settled);
  for (const path of strangers) healed.push(await takeOut(path, healing));
  return { healed, right: fresh.right };
};

const isInOrAbove = (path: string, other: string): boolean =>
  path === other || path.startsWith(`${other}/`) || other.startsWith(`${path}/`);

const damageTo = ({ path }: Seal, { files }: Vault): "changed" | "removed" =>
  files.signs([path])[0] === undefined ? "removed" : "changed";

const putBack = async (
  { seal, path, was }: FoundFile & { readonly seal: Seal },
  healing: FileHealing,
): Promise<HealedFile> => {
  const { vault, store, evidence } = healing;
  return attempt({ path, was }, async () => {
    const content = store.copy(seal);
    if (content === undefined) return { path, was, kept: undefined, problem: "Its sealed copy is gone too." };
    await clearWay(vault, path, evidence);
    const kept = await evidence.keep(path);
    await vault.files.write(path, content);
    if (sealKindOf(path, vault.layout) === "packet") await vault.files.protect(path);
    await store.renew([path]);
    return { path, was, kept };
  });
};

const attempt = async ({ path, was }: FoundFile, work: () => Promise<HealedFile>): Promise<HealedFile> => {
  try {
    return await work();
  } catch (error) {
    if (!isWikiError(error)) throw error;
    return { path, was, kept: undefined, problem: error.message };
  }
};

/** What a forced checkout overwrote is nowhere else. */
const keepSealed = async (seal: Seal, { vault, store, evidence }: FileHealing): Promise<void> => {
  const content = store.copy(seal);
  if (content !== undefined) await vault.files.create(`${evidence.folder}/${seal.path}`, content);
};

const takeOut = (path: string, { evidence }: FileHealing): Promise<HealedFile> =>
  attempt({ path, was: "added" }, async () => ({ path, was: "added", kept: await evidence.takeOut(path) }));
