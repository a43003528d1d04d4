/** What the page is told of what was learned: trajectories and skills, and what is known of the repository. */

import { isWikiError } from "../../core/errors.ts";
import type { Workspace } from "../../workspace.ts";
import type { VaultNumbers } from "./vault-numbers.ts";

export const learned = async ({ skills, trajectories }: Workspace, vaultOf: VaultNumbers): Promise<object> => ({
  skills: await partOf(async () => (await skills.list()).map((one) => ({ ...one, vault: vaultOf(one.path) }))),
  trajectories: await partOf(() => trajectories.list()),
});

/** The map as it stands: the dashboard makes none. */
export const knowledge = async ({ knowledge: known, deliveries }: Workspace): Promise<object> => ({
  map: await partOf(async () => {
    const { coverage, index_tree } = await known.map({}, { refresh: false });
    return { coverage, index_tree };
  }),
  lessons: await partOf(async () => (await deliveries.lessons()).lessons),
  checked: await partOf(async () => {
    const { facts, earned } = await known.verify();
    return { facts, earned };
  }),
});

type Part<T> = { readonly found: T } | { readonly missing: { readonly message: string; readonly hint: string } };

/** One that can't be had leaves the others as they are. */
const partOf = async <T>(ask: () => Promise<T>): Promise<Part<T>> => {
  try {
    return { found: await ask() };
  } catch (error) {
    if (isWikiError(error)) return { missing: { message: error.message, hint: error.hint } };
    return { missing: { message: error instanceof Error ? error.message : String(error), hint: "" } };
  }
};
