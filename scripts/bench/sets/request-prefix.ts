/** How many bytes of earlier requests a later one no longer begins with. Pure. */

import type { ModelRequest } from "../../support/scripted-model.ts";

/** Tools and messages that a provider has cached, and that the following request has otherwise or not at all. */
export const changedBytes = (requests: readonly ModelRequest[]): number =>
  requests.slice(1).reduce((sum, request, at) => sum + changedSince(requests[at] ?? request, request), 0);

const changedSince = (earlier: ModelRequest, later: ModelRequest): number => {
  const before = [earlier.toolsRaw, ...earlier.messages.map(({ raw }) => raw)];
  const after = [later.toolsRaw, ...later.messages.map(({ raw }) => raw)];
  const same = before.findIndex((part, at) => part !== after[at]);
  return same < 0 ? 0 : before.slice(same).reduce((sum, part) => sum + new TextEncoder().encode(part).length, 0);
};
