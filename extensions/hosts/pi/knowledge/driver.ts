/** Which model works in a session, and what it has used up, as far as Pi knows. */

import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import { piUsage, sumUsage } from "../../../core/knowledge/earned/usage.ts";
import type { Driver } from "../../../tools/tool.ts";

export const driverOf = ({ model, sessionManager }: ExtensionContext): Driver => {
  const answers = sessionManager
    .getBranch()
    .flatMap((entry) => (entry.type === "message" && entry.message.role === "assistant" ? [entry.message] : []));
  const usages = answers.map(({ usage, content, stopReason }) =>
    piUsage(usage, { isEmpty: content.length === 0, isCut: stopReason === "error" || stopReason === "aborted" }),
  );
  return {
    profile: model === undefined ? "unknown/unknown" : `${model.provider}/${model.id}`,
    usage: sumUsage(usages),
  };
};
