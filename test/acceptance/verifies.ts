/** Says which requirements a test proves; the gate in requirements.test.ts looks for these calls. */

import { requirements } from "./requirements.ts";

const known = new Set(requirements.map((requirement) => requirement.id));

/** Throws for an id that the manifest does not have. */
export const verifies = (...ids: string[]): void => {
  for (const id of ids) {
    if (!known.has(id)) throw new Error(`No requirement "${id}" in test/acceptance/requirements/.`);
  }
};
