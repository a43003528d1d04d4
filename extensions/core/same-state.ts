/** Whether two looks at a file found it unchanged, as far as a stat can tell. Pure. */

import type { FileState } from "../platform/platform.ts";

export const isSameState = (a: FileState | undefined, b: FileState | undefined): boolean =>
  a?.size === b?.size && a?.mtimeMs === b?.mtimeMs && a?.inode === b?.inode;
