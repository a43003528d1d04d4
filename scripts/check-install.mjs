/** Packs the package, installs it as a user would, and uses it in a shell and in both Pis. Exits 1 when anything fails. */

import { createJiti } from "jiti";

const { checkInstall } = await createJiti(import.meta.url).import("./package/check-install.ts");

try {
  await checkInstall(console.log);
  console.log("The package installs and works.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
