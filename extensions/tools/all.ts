/** The tools that are always offered: the product's table of contents. */

import { capture } from "./capture.ts";
import { check } from "./check.ts";
import { note } from "./note.ts";
import { recall } from "./recall.ts";
import type { Tool } from "./tool.ts";

export const allTools: readonly Tool[] = [recall, capture, note, check];
