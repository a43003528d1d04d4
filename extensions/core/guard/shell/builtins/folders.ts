/** cd, pushd and popd: where relative paths begin. */

import type { Call, Command } from "../shell.ts";
import { ended, type Outcome, type ShellState } from "../state.ts";
import { isUnknown, mark } from "../text.ts";
import { variable } from "../words/variables.ts";

export const cd: Command = (call) => {
  const [target] = call.args.filter((arg) => !/^-[LPe@]+$/.test(arg) && arg !== "--");
  const isPhysical = call.args.some((arg) => /^-\w*P/.test(arg));
  return moved(call, target ?? variable("HOME", call) ?? call.shell.home, isPhysical);
};

export const pushd: Command = (call) => {
  const { state } = call;
  const [target] = call.args.filter((arg) => arg !== "-n");
  if (target === undefined || target.startsWith("+")) {
    const [top, ...rest] = state.folders;
    return top === undefined
      ? [ended(state, false)]
      : [ended({ ...entered(state, top), folders: [state.cwd, ...rest] }, true)];
  }
  return moved(call, target, false).map((one) =>
    one.ok === false ? one : { ...one, state: { ...one.state, folders: [state.cwd, ...state.folders] } },
  );
};

export const popd: Command = ({ state }) => {
  const [top, ...rest] = state.folders;
  return top === undefined ? [ended(state, false)] : [ended({ ...entered(state, top), folders: rest }, true)];
};

const entered = (state: ShellState, cwd: string): ShellState => ({ ...state, cwd, oldCwd: state.cwd });

const moved = ({ state, shell }: Call, target: string, isPhysical: boolean): readonly Outcome[] => {
  if (target === "-") return [ended(entered(state, state.oldCwd), true)];
  const place = shell.placeOf(target, state);
  const cwd = isPhysical ? place : logical(target, state.cwd);
  const there = ended(entered(state, cwd), true);
  if (isUnknown(cwd)) return [there, ended(state, false)];
  // A folder that isn't there may have been made by this command.
  return shell.paths.kind(place) === "folder" ? [there] : [there, ended(state, false)];
};

/** As the shell keeps it: `..` takes a name away, whatever that name links to. */
const logical = (target: string, cwd: string): string => {
  const names: string[] = [];
  for (const name of (target.startsWith("/") ? target : `${cwd}/${target}`).split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return names[0]?.startsWith(mark.unknown) === true ? names.join("/") : `/${names.join("/")}`;
};
