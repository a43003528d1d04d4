/** The package that the end-to-end tests install once. */

import { inject } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    /** Folder of the installed package; empty when packing failed. */
    installedPackage: string;
  }
}

/** The installation that this run of the tests shares. */
export const installedPackage = (): string => inject("installedPackage");
