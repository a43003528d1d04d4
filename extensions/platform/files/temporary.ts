/** Names of half-made files: short, since a page's name may already have 255 bytes, and hidden from scans. */

import { randomId } from "../ids.ts";

const prefix = ".tmp-";

export const temporaryName = (): string => prefix + randomId(12);

export const isTemporary = (name: string): boolean => name.startsWith(prefix);
