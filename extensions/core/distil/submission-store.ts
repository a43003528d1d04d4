/** Takes one submission at a time, and keeps one that can't be read until somebody has looked at it. */

import type { Platform } from "../../platform/platform.ts";
import { openRedactor } from "../secrets/redactor.ts";
import { vaultPaths } from "../vault/layout.ts";
import type { Vault } from "../vault/vault.ts";

const lockTimeoutMs = 60_000;

export const oneAtATime = <Result>({ files, layout }: Vault, take: () => Promise<Result>): Promise<Result> =>
  files.withLock(`${vaultPaths[layout].meta}/submission`, take, lockTimeoutMs);

/** The place where it is kept, absolute; the same text has one. */
export const keepUnread = async (platform: Platform, { files, layout }: Vault, text: string): Promise<string> => {
  const clean = await openRedactor(platform).text(text.replace(/\p{Cs}/gu, "\ufffd"));
  const path = `${vaultPaths[layout].outputs}/unread-submission-${platform.hash(clean).slice(0, 12)}.txt`;
  if (files.state(path) === undefined) await files.write(path, clean);
  return files.absolute(path);
};
