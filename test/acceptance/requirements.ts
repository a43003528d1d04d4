/** Every promised behaviour, gathered from one file an area in `requirements/`. */

import { readdirSync } from "node:fs";

export interface Requirement {
  /** `<area>.<what-holds>`, stable. */
  readonly id: string;
  readonly text: string;
  /** The document that asks for it. */
  readonly source: string;
}

const folder = new URL("./requirements/", import.meta.url);

const load = async (file: string): Promise<readonly Requirement[]> => {
  const area: Record<string, readonly Requirement[]> = await import(new URL(file, folder).href);
  return Object.values(area).flat();
};

export const requirements: readonly Requirement[] = (
  await Promise.all(
    readdirSync(folder)
      .filter((file) => file.endsWith(".ts"))
      .sort()
      .map(load),
  )
).flat();
