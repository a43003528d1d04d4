/** Names of half-made files: short, since a page's name may already have 255 bytes, and hidden from scans. */

import { randomId } from "../ids.ts";

const prefix = ".tmp-";

export const temporaryName = (): string => prefix + randomId(12);

/** A half-made file; locks on their way in or out have longer names. */
export const isTemporaryFile = (name: string): boolean => /^\.tmp-[a-z0-9]{12}$/.test(name);

export const isTemporary = (name: string): boolean => name.startsWith(prefix);
