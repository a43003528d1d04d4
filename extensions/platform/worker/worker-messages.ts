/** What goes between the main thread and the worker. */

export interface TaskRequest {
  readonly id: number;
  readonly task: string;
  readonly input: unknown;
}

/** An error as plain values: a copy made by the thread border would lose its code. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  /** What refusals carry beside the message: code, data, hint, exitCode. */
  readonly details: Readonly<Record<string, unknown>>;
}

export type TaskReply =
  | { readonly kind: "progress"; readonly id: number; readonly done: number; readonly total: number }
  | { readonly kind: "result"; readonly id: number; readonly value: unknown }
  | { readonly kind: "error"; readonly id: number; readonly error: SentError };

/** Given to the worker when it starts. */
export interface WorkerStart {
  /** File name in dist/ of the built tasks module. */
  readonly built: string;
  /** URL of its source. */
  readonly source: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

const detailNames = ["code", "data", "hint", "exitCode"] as const;

export const packError = (error: unknown): SentError => {
  if (!(error instanceof Error)) return { name: "Error", message: String(error), stack: "", details: {} };
  const details = Object.fromEntries(
    detailNames.flatMap((name) => (name in error ? [[name, Reflect.get(error, name)]] : [])),
  );
  return { name: error.name, message: error.message, stack: error.stack ?? "", details };
};

export const unpackError = ({ name, message, stack, details }: SentError): Error =>
  Object.assign(new Error(message), details, { name, stack });
