/** Once a run: both Pi generations are installed, our package is packed, installed, and removed at the end. */

import type { TestProject } from "vitest/node";
import { installHosts } from "./hosts/install.ts";
import { packAndInstall } from "./pack.ts";

/** `PI_WIKI_E2E_PACKAGE` names a package folder to test as it is, which saves the packing. */
export const setup = async (project: TestProject): Promise<() => void> => {
  await installHosts();
  const given = process.env["PI_WIKI_E2E_PACKAGE"];
  if (given !== undefined) {
    project.provide("installedPackage", given);
    return () => undefined;
  }
  const installed = await packAndInstall();
  project.provide("installedPackage", installed.folder);
  return () => installed.remove();
};
