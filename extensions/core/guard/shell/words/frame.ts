/** Where words are expanded: the state may change on the way (`${x:=…}`, `$(( x = … ))`). */

import type { Shell } from "../shell.ts";
import type { ShellState } from "../state.ts";

export interface Frame {
  readonly shell: Shell;
  state: ShellState;
}
