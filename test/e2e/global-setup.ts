/** Once a run: both Pi generations are installed, our package packed and installed, a vault of real pages made. */

import type { TestProject } from "vitest/node";
import { type Installed, packAndInstall } from "../../scripts/support/packed.ts";
import { makeDocsVault } from "./docs-vault.ts";
import { installHosts } from "./hosts/install.ts";

/** `PI_WIKI_E2E_PACKAGE` names a package folder to test as it is, which saves the packing. */
const install = (): Promise<Installed> => {
  const given = process.env["PI_WIKI_E2E_PACKAGE"];
  return given === undefined ? packAndInstall() : Promise.resolve({ folder: given, remove: () => Promise.resolve() });
};

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  await installHosts();
  const installed = await install();
  project.provide("installedPackage", installed.folder);
  const docs = await makeDocsVault(installed.folder).catch(async (error: unknown) => {
    await installed.remove();
    throw error;
  });
  project.provide("docsVault", docs.folder);
  return async () => {
    await docs.remove();
    await installed.remove();
  };
};
