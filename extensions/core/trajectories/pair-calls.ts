/** Joins results with the calls that they answer: ids may repeat in a session, so that order counts. Pure. */

interface Call {
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

interface Step {
  readonly tool_calls?: readonly Call[];
  readonly tool_call_id?: string;
}

export interface PairedCall<Own extends Call, Result extends Step> {
  readonly call: Own;
  /** Where the call stands in the list of steps. */
  readonly step: number;
  /** Undefined where none came, as when the turn was aborted. */
  readonly result: Result | undefined;
}

/** In the order of the calls. */
export const pairedCalls = <Own extends Call, Result extends Step & { readonly tool_calls?: readonly Own[] }>(
  steps: readonly Result[],
): readonly PairedCall<Own, Result>[] => {
  const pairs: { call: Own; step: number; result: Result | undefined }[] = [];
  const open = new Map<string, number>();
  for (const [step, one] of steps.entries()) {
    for (const call of one.tool_calls ?? []) {
      open.set(call.id, pairs.length);
      pairs.push({ call, step, result: undefined });
    }
    const at = open.get(one.tool_call_id ?? "");
    const pair = at === undefined ? undefined : pairs[at];
    if (pair === undefined) continue;
    pair.result = one;
    open.delete(one.tool_call_id ?? "");
  }
  return pairs;
};

/** The shell command of a call; undefined for what is none. */
export const commandIn = ({ arguments: given }: Pick<Call, "arguments">): string | undefined => {
  const command = given["command"];
  return typeof command === "string" ? command : undefined;
};
