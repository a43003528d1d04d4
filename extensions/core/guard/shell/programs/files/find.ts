/** find: which protected paths its expression would reach, and what it does to them. */

import { runRest } from "../../builtins/control.ts";
import { absoluteText } from "../../files/place.ts";
import type { Call, Command } from "../../shell.ts";
import { ended } from "../../state.ts";
import { mark } from "../../text.ts";
import { type Action, actionsOf, type FindExpression, parseFind, reaches } from "./find-expression.ts";

const mostReached = 400;

export const find: Command = (call) => {
  const { roots, expression } = parseFind(call.args);
  const { shell, state } = call;
  for (const action of actionsOf(expression)) {
    if (action.kind === "file") shell.touch(action.path, "write", state);
  }
  const changes = actionsOf(expression).filter((action) => action.kind === "delete" || action.kind === "run");
  const isListed = state.isHeard && changes.length === 0;
  if (changes.length === 0 && !isListed) return undefined;
  const found = roots.flatMap((root) => reached(root, expression, call));
  for (const action of changes)
    carryOut(
      action,
      found.filter((one) => one.actions.includes(action)),
      call,
    );
  return isListed
    ? [
        ended(
          state,
          undefined,
          [mark.unknown, ...found.map((one) => one.shown), ""].join(call.args.includes("-print0") ? "\0" : "\n"),
        ),
      ]
    : undefined;
};

interface Found {
  /** As find prints it. */
  readonly shown: string;
  readonly actions: readonly Action[];
}

const reached = (root: string, expression: FindExpression, { shell, state }: Call): readonly Found[] => {
  const place = shell.placeOf(root, state);
  const base = root.endsWith("/") ? root.slice(0, -1) : root;
  const found: Found[] = [];
  const sealed = shell.sealedBelow(place);
  for (const path of [...aboveSealed(sealed, place), ...sealed]) {
    const inner = path === place ? "" : shell.paths.inside(place, path);
    if (inner === undefined) continue;
    const actions = reaches(inner, expression, {
      base,
      isFolder: (at) => isFolder(at === "" ? place : `${place}/${at}`, shell),
    });
    if (actions.length > 0) found.push({ shown: inner === "" ? root : `${base}/${inner}`, actions });
  }
  return found.slice(0, mostReached);
};

/** The folders between the root and what is protected: a vault's folder, and what holds it. */
const aboveSealed = (sealed: readonly string[], place: string): readonly string[] => {
  const above = new Set<string>();
  for (const path of sealed) {
    for (
      let at = path.slice(0, path.lastIndexOf("/"));
      at.length >= place.length && at !== "";
      at = at.slice(0, at.lastIndexOf("/"))
    ) {
      if (above.has(at)) break;
      above.add(at);
    }
  }
  for (const path of sealed) above.delete(path);
  return [...above];
};

const isFolder = (path: string, { paths }: Call["shell"]): boolean => paths.kind(path) === "folder";

const carryOut = (action: Action, found: readonly Found[], call: Call): void => {
  if (action.kind === "delete") for (const one of found) call.shell.touch(one.shown, "entry", call.state);
  if (action.kind !== "run") return;
  // Run at least once with a name that nobody knows, for what the command does besides.
  for (const shown of [mark.unknown, ...found.map((one) => one.shown)]) {
    if (!call.shell.isOver) runFor(shown, action, call);
  }
};

const runFor = (shown: string, action: Extract<Action, { kind: "run" }>, call: Call): void => {
  const { shell, state } = call;
  const inside = { ...state, isHeard: false };
  if (!action.isInFolder) {
    runRest(
      { ...call, state: inside },
      action.words.map((word) => word.replaceAll("{}", shown)),
    );
    return;
  }
  const path = absoluteText(shown, state.cwd);
  const folder = path.slice(0, path.lastIndexOf("/"));
  const cwd = shown === mark.unknown ? state.cwd : shell.placeOf(folder, state);
  const name = `./${path.slice(folder.length + 1)}`;
  runRest(
    { ...call, state: { ...inside, cwd } },
    action.words.map((word) => word.replaceAll("{}", name)),
  );
};
