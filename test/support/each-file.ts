/** What is done for each test file: said here and not in a module, which is loaded once where files share a process. */

import { afterAll } from "vitest";
import { removeTemporaryFolders } from "./test-platform.ts";

const variables = { ...process.env };

afterAll(() => {
  removeTemporaryFolders();
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
  Object.assign(process.env, variables);
  // Sessions that a file did not end would be there beside those of the next one.
  Reflect.deleteProperty(globalThis, Symbol.for("pi-wiki.live-sessions"));
});
