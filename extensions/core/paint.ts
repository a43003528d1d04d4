/** How a host sets words off: a terminal in colours, all others not at all. Pure. */

export interface Paint {
  strong(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  warn(text: string): string;
  bad(text: string): string;
}

const plainly = (text: string): string => text;

export const unpainted: Paint = { strong: plainly, dim: plainly, good: plainly, warn: plainly, bad: plainly };
