/**
 * A copy of an append-only file of the vault, in the state folder as `seals/<name>`: every line that was ever known to
 * be right. It follows each append, so that what is cut or edited in the vault can be put back.
 */

import type { Platform } from "../../platform/platform.ts";
import { isWikiError } from "../errors.ts";
import type { Vault } from "../vault/vault.ts";

export interface SealedCopy {
  /** Undefined when there is none, or it is out of reach. */
  read(): Uint8Array | undefined;
  /** Takes over what was just appended to a file of `size` bytes, if the copy was as long; else it is left as it is. */
  extend(size: number, text: string): Promise<void>;
  replace(content: Uint8Array): Promise<void>;
}

const largest = 1024 ** 3;

/** Failures are left to the next check: the file in the vault is what counts. */
export const openSealedCopy = (platform: Platform, vault: Vault, path: string): SealedCopy => {
  const files = platform.files(platform.paths.join(platform.environment.stateRoot, vault.key));
  const name = `seals/${path.slice(path.lastIndexOf("/") + 1)}`;
  const quietly = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!isWikiError(error)) throw error;
    }
  };
  return {
    read: () => {
      try {
        return files.read(name, largest);
      } catch (error) {
        if (isWikiError(error)) return undefined;
        throw error;
      }
    },
    extend: (size, text) =>
      quietly(async () => {
        if ((files.state(name)?.size ?? 0) === size) await files.append(name, text);
      }),
    replace: (content) => quietly(() => files.write(name, content)),
  };
};
