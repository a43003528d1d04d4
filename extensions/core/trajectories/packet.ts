/** `packet.json` of a trajectory: what an agent did for one task, step by step. Pure. */

/** Long texts are kept as their beginning and end. */
export interface Shortened {
  readonly head: string;
  readonly tail: string;
  /** UTF-16 units between the two. */
  readonly omitted: number;
  /** Of the whole value, after secrets were taken out of it. */
  readonly sha256: string;
}

export type KeptText = string | Shortened;

/** JSON, with `Shortened` in place of long strings; a written file is a `diff` in place of its content. */
export type KeptValue =
  | KeptText
  | number
  | boolean
  | null
  | readonly KeptValue[]
  | { readonly [key: string]: KeptValue };

export interface ToolUse {
  /** As the host named it; ids may repeat in a session, so that a result belongs to the last call before it. */
  readonly id: string;
  readonly name: string;
  /** Writes and edits have `path`, `diff`, `lines_added` and `lines_dropped` in place of whole files. */
  readonly arguments: { readonly [key: string]: KeptValue };
}

export interface KeptImage {
  /** MIME type. */
  readonly type: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What the host reported; null = not reported, which is not 0. */
export interface StepUsage {
  readonly input: number | null;
  readonly output: number | null;
  readonly cache_read: number | null;
  readonly cache_write: number | null;
  readonly cost: number | null;
}

export interface TrajectoryStep {
  /** `tool`: a tool's result. `summary`: what was tried on a branch of the session that was left. */
  readonly role: "user" | "assistant" | "tool" | "summary";
  /** ISO 8601; null = not reported. */
  readonly at: string | null;
  readonly text: KeptText;
  readonly tool_calls?: readonly ToolUse[];
  /** Of an assistant's step that did not end as it should: `aborted`, `error`, `length`. */
  readonly stop?: string;
  /** Why it failed, in the provider's words. */
  readonly error?: KeptText;
  readonly usage?: StepUsage | null;
  readonly tool_call_id?: string;
  readonly tool_name?: string;
  readonly is_error?: boolean;
  /** Of a command; null = it ran, and its exit code is not known. */
  readonly exit_code?: number | null;
  /** Checks that the exit code tells of: names of test commands. */
  readonly checks?: readonly string[];
  /** What the tool reported beside its text. */
  readonly details?: KeptValue;
  /** The tool was called by this tool, as in code mode. */
  readonly within?: string;
  /** The text was read from the memory itself and is left out: a memory must not confirm itself. */
  readonly from_memory?: true;
  readonly images?: readonly KeptImage[];
}

export interface GitState {
  readonly head: string | null;
  readonly branch: string | null;
  readonly dirty: boolean | null;
}

export interface Trajectory {
  readonly id: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly captured: string;
  readonly packet_version: string;
  /** The first thing that the user asked for. */
  readonly prompt: KeptText;
  readonly model: string | null;
  /** Relative to the repository's top; `.` is the top itself. */
  readonly cwd: string;
  /** When it was captured; null where there is no repository. */
  readonly git: GitState | null;
  readonly task_id?: string;
  /** Steps that were left out between the first and the last ones. */
  readonly omitted_steps?: number;
  readonly steps: readonly TrajectoryStep[];
}

/** Who says how it came out: a test command's exit code, a person, or nobody. */
export type OutcomeJudge =
  | { readonly by: "test"; readonly command: string; readonly exit_code: number | null }
  | { readonly by: "person"; readonly name: string }
  | { readonly by: "none" };

/** In `manifest.json`. */
export interface TrajectoryOutcome {
  readonly result: "success" | "failure" | "unknown";
  readonly judge: OutcomeJudge;
}

/** JSON with one step a line, so that it can be read and compared. */
export const renderTrajectory = ({ steps, ...facts }: Trajectory): string => {
  const head = Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`);
  const lines = steps.map((step) => `    ${JSON.stringify(step)}`);
  const list = lines.length === 0 ? "[]" : `[\n${lines.join(",\n")}\n  ]`;
  return `{\n${head.join("")}  "steps": ${list}\n}\n`;
};

/** Undefined for what is no packet; packets of other tools lack most fields. */
export const parseTrajectory = (text: string): Trajectory | undefined => {
  const data = fieldsOf(parsed(text));
  if (!Array.isArray(data["steps"])) return undefined;
  const omitted = numberOf(data["omitted_steps"]);
  const task = textOf(data["task_id"]);
  return {
    id: textOf(data["id"]),
    captured: textOf(data["captured"]),
    packet_version: textOf(data["packet_version"]),
    prompt: keptText(data["prompt"]),
    model: textOf(data["model"]) || null,
    cwd: textOf(data["cwd"]) || ".",
    git: gitOf(data["git"]),
    ...(task === "" ? {} : { task_id: task }),
    ...(omitted === null ? {} : { omitted_steps: omitted }),
    steps: data["steps"].flatMap((step) => stepOf(fieldsOf(step))),
  };
};

/** The outcome in a manifest's own keys; the peer writes a word that nobody vouches for. */
export const outcomeOf = (extra: Readonly<Record<string, unknown>>): TrajectoryOutcome => {
  const { result, judge } = fieldsOf(extra["outcome"]);
  const kept = judgeOf(fieldsOf(judge));
  if (kept.by === "none" || (result !== "success" && result !== "failure")) {
    return { result: "unknown", judge: { by: "none" } };
  }
  return { result, judge: kept };
};

/** A kept text as it reads, with a mark where something is left out. */
export const readable = (text: KeptText): string =>
  typeof text === "string" ? text : `${text.head}\n[… ${text.omitted} characters left out …]\n${text.tail}`;

export const isShortened = (value: unknown): value is Shortened => {
  const { head, tail, omitted, sha256 } = fieldsOf(value);
  return (
    typeof head === "string" && typeof tail === "string" && typeof omitted === "number" && typeof sha256 === "string"
  );
};

type Fields = Readonly<Record<string, unknown>>;

const roles = ["user", "assistant", "tool", "summary"] as const;

const stepOf = (data: Fields): readonly TrajectoryStep[] => {
  const role = roles.find((one) => one === data["role"]);
  if (role === undefined) return [];
  const at = textOf(data["at"]) || null;
  return [{ role, at, text: keptText(data["text"]), ...optionalTexts(data), ...callsOf(data), ...resultOf(data) }];
};

const callsOf = ({ tool_calls, error, usage, images }: Fields): Partial<TrajectoryStep> => ({
  ...(Array.isArray(tool_calls) ? { tool_calls: tool_calls.map((call) => useOf(fieldsOf(call))) } : {}),
  ...(error === undefined ? {} : { error: keptText(error) }),
  ...(usage === undefined ? {} : { usage: usageOf(usage) }),
  ...(Array.isArray(images) ? { images: images.map((image) => imageOf(fieldsOf(image))) } : {}),
});

const resultOf = ({ is_error, exit_code, checks, details, from_memory }: Fields): Partial<TrajectoryStep> => ({
  ...(typeof is_error === "boolean" ? { is_error } : {}),
  ...(exit_code === undefined ? {} : { exit_code: numberOf(exit_code) }),
  ...(Array.isArray(checks) ? { checks: checks.filter((one) => typeof one === "string") } : {}),
  ...(details === undefined ? {} : { details: jsonOf(details) }),
  ...(from_memory === true ? { from_memory } : {}),
});

const optionalTexts = (data: Fields): Pick<TrajectoryStep, "stop" | "tool_call_id" | "tool_name" | "within"> =>
  Object.fromEntries(
    ["stop", "tool_call_id", "tool_name", "within"].flatMap((key) =>
      typeof data[key] === "string" ? [[key, data[key]]] : [],
    ),
  );

const useOf = (data: Fields): ToolUse => ({
  id: textOf(data["id"]),
  name: textOf(data["name"]),
  arguments: Object.fromEntries(Object.entries(fieldsOf(data["arguments"])).map(([key, part]) => [key, jsonOf(part)])),
});

const imageOf = (data: Fields): KeptImage => ({
  type: textOf(data["type"]),
  bytes: numberOf(data["bytes"]) ?? 0,
  sha256: textOf(data["sha256"]),
});

const usageOf = (value: unknown): StepUsage | null => {
  if (value === null) return null;
  const data = fieldsOf(value);
  return {
    input: numberOf(data["input"]),
    output: numberOf(data["output"]),
    cache_read: numberOf(data["cache_read"]),
    cache_write: numberOf(data["cache_write"]),
    cost: numberOf(data["cost"]),
  };
};

const gitOf = (value: unknown): GitState | null => {
  if (typeof value !== "object" || value === null) return null;
  const { head, branch, dirty } = fieldsOf(value);
  return {
    head: textOf(head) || null,
    branch: textOf(branch) || null,
    dirty: typeof dirty === "boolean" ? dirty : null,
  };
};

const judgeOf = (data: Fields): OutcomeJudge => {
  if (data["by"] === "person") return { by: "person", name: textOf(data["name"]) };
  if (data["by"] !== "test") return { by: "none" };
  return { by: "test", command: textOf(data["command"]), exit_code: numberOf(data["exit_code"]) };
};

const keptText = (value: unknown): KeptText => (isShortened(value) ? value : textOf(value));

// What JSON.parse gave.
const jsonOf = (value: unknown): KeptValue => value as KeptValue;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const numberOf = (value: unknown): number | null => (typeof value === "number" ? value : null);

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};
