/** Which agents' sessions are open for a vault: `sessions.json` {sessions: {<id>: <time>}} in its state folder. */

import type { Platform } from "../../platform/platform.ts";
import { isWikiError } from "../errors.ts";
import { addDays, compareInstants } from "../instant.ts";
import { isJsonObject, parseJsonObject } from "../ledger/canonical.ts";
import type { Vault } from "../vault/vault.ts";

export interface LiveSessions {
  note(session: string, state: "open" | "over"): Promise<void>;
  /** One that was not ended counts for a day. */
  any(): boolean;
}

const path = "sessions.json";

/** A state folder that can't be used has no sessions: what was confirmed beside one is then not told. */
export const openLiveSessions = (platform: Platform, vault: Vault): LiveSessions => {
  const files = platform.files(platform.paths.join(platform.environment.stateRoot, vault.key));
  const live = (): Readonly<Record<string, string>> => {
    const sessions = parseJsonObject(quietly(() => files.readText(path)) ?? "")?.["sessions"];
    if (sessions === undefined || !isJsonObject(sessions)) return {};
    const since = addDays(platform.now(), -1);
    const known = Object.entries(sessions).flatMap(([id, at]) => (typeof at === "string" ? [[id, at] as const] : []));
    return Object.fromEntries(known.filter(([, at]) => compareInstants(at, since) > 0));
  };
  const write = async (session: string, at: string | undefined): Promise<void> => {
    const { [session]: _before, ...others } = live();
    await files.write(
      path,
      `${JSON.stringify({ sessions: { ...others, ...(at === undefined ? {} : { [session]: at }) } })}\n`,
    );
  };
  return {
    note: async (session, state) => {
      try {
        await files.withLock(path, () => write(session, state === "open" ? platform.now() : undefined));
      } catch (error) {
        if (!isWikiError(error)) throw error;
      }
    },
    any: () => Object.keys(live()).length > 0,
  };
};

const quietly = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch (error) {
    if (isWikiError(error)) return undefined;
    throw error;
  }
};
