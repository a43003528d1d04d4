/** Decides on a shell command: runs it in thought, and refuses when it may change what is protected. */

import type { Denial } from "../decision.ts";
import type { GuardWorld, Protection, Reach } from "../protection.ts";
import { absoluteText, candidates, walk } from "./files/place.ts";
import { runCall } from "./flow/run-call.ts";
import { runBody, runFunctionBody } from "./flow/run-script.ts";
import type { CompoundList, FunctionBody, Parse, Script } from "./parser.ts";
import type { Call, Shell } from "./shell.ts";
import { ended, type Outcome, type ShellState, startState } from "./state.ts";
import { isUnknown, mark, withoutMarks } from "./text.ts";

export interface CommandWorld extends GuardWorld {
  readonly parse: Parse;
  readonly protection: Protection;
}

/** Undefined when nothing speaks against it. */
export const decideCommand = (command: string, cwd: string, world: CommandWorld): Denial | undefined => {
  const shell = new GuardShell(world);
  shell.runText(withoutMarks(command), startState(cwd));
  return shell.denial;
};

/** Nested scripts, commands run in all, and bytes of a file that is read. */
const limits = { depth: 12, commands: 4_000, fileBytes: 64 * 1024 };

const harmlessPlaces = /^\/dev\/(null|zero|full|tty|std(in|out|err)|pts\/\d+|shm)$/;

class GuardShell implements Shell {
  readonly #world: CommandWorld;
  readonly #kept = new Map<string, string>();
  readonly #folders = new Map<string, string>();
  #commands = 0;
  #depth = 0;
  denial: Denial | undefined;

  constructor(world: CommandWorld) {
    this.#world = world;
  }

  get paths() {
    return this.#world.paths;
  }

  get parse() {
    return this.#world.parse;
  }

  get ignoreCase() {
    return this.#world.caseInsensitive;
  }

  get home(): string {
    return this.paths.resolve("/", "~");
  }

  get isOver(): boolean {
    return this.denial !== undefined || this.#commands > limits.commands;
  }

  variable(name: string): string | undefined {
    const { variable } = this.#world;
    if (name === "HOME") return variable?.(name) ?? this.home;
    return variable === undefined ? mark.unknown : variable(name);
  }

  refuse(denial: Denial): void {
    this.denial ??= denial;
  }

  touch(path: string, reach: Reach, state: ShellState): void {
    if (path === "" || this.isOver || harmlessPlaces.test(path)) return;
    const follow = reach === "write" || reach === "into";
    for (const place of this.#places(path, state, follow)) {
      const denial = this.#world.protection.denialOf(place, reach);
      if (denial !== undefined) this.refuse(denial);
    }
    const byName = this.#byName(path, reach, state);
    if (byName !== undefined) this.refuse(byName);
  }

  isSealed(path: string, state: ShellState): boolean {
    if (this.#byName(path, "tree", state) !== undefined) return true;
    return this.#places(path, state, true).some((place) => this.#world.protection.names(place));
  }

  /** A vault in a folder that nobody knows. */
  #byName(path: string, reach: Reach, state: ShellState): Denial | undefined {
    const whole = absoluteText(path, state.cwd);
    const unknownAt = whole.indexOf(mark.unknown);
    const isBefore = unknownAt >= 0 && unknownAt < whole.lastIndexOf("/.");
    return isBefore ? this.#world.protection.denialByName(whole, reach) : undefined;
  }

  #places(path: string, state: ShellState, follow: boolean): readonly string[] {
    if (isUnknown(state.cwd) && !path.startsWith("/")) return [];
    return candidates(path).map((one) => this.placeOf(one, state, { follow }));
  }

  placeOf(path: string, state: ShellState, { follow } = { follow: true }): string {
    const { links, descriptors } = state;
    const from = { paths: this.paths, links, descriptors, follow };
    if (path.startsWith("/")) return walk(path, { ...from, cwd: state.cwd });
    const known = links.size === 0 ? this.#folders.get(state.cwd) : undefined;
    const cwd = known ?? walk(state.cwd, { ...from, cwd: "/", follow: true });
    if (links.size === 0) this.#folders.set(state.cwd, cwd);
    return walk(path, { ...from, cwd, isResolved: true });
  }

  sealedBelow(place: string): readonly string[] {
    return isUnknown(place) ? [] : this.#world.protection.sealedBelow(place);
  }

  textOf(path: string, state: ShellState): string | undefined {
    const kept = this.#kept.get(path);
    if (kept !== undefined) return kept;
    if (isUnknown(path) || path === "") return undefined;
    const place = this.placeOf(path, state);
    const written = state.texts.get(place);
    if (written !== undefined) return written;
    const text = isUnknown(place) ? undefined : this.paths.text(place, limits.fileBytes);
    return text === undefined || text.includes("\0") ? undefined : withoutMarks(text);
  }

  keep(text: string): string {
    const path = `/dev/fd/kept-${this.#kept.size}`;
    this.#kept.set(path, text);
    return path;
  }

  run(body: Script | CompoundList, state: ShellState): readonly Outcome[] {
    return this.#deeper(state, () => runBody(body, this, state));
  }

  runText(text: string, state: ShellState): readonly Outcome[] {
    if (text === mark.unknown || text.trim() === "" || text.length > limits.fileBytes) return [ended(state)];
    return this.#deeper(state, () => runBody(this.parse(text), this, state));
  }

  runFunction(body: FunctionBody, state: ShellState, positional: readonly string[]): readonly Outcome[] {
    return this.#deeper(state, () => runFunctionBody(body, this, { ...state, positional }));
  }

  runCall(call: Call): readonly Outcome[] {
    this.#commands += 1;
    return this.#deeper(call.state, () => runCall(call));
  }

  #deeper(state: ShellState, work: () => readonly Outcome[]): readonly Outcome[] {
    if (this.#depth > limits.depth * 8 || this.isOver) return [ended(state)];
    this.#depth += 1;
    try {
      return work();
    } finally {
      this.#depth -= 1;
    }
  }
}
