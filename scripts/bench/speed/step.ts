/** One measured step: what a child process is told to do, and what it reports. */

export const operations = ["build", "load", "cold_recall", "warm_recall", "inject", "update", "layered"] as const;
export type Operation = (typeof operations)[number];

export interface StepOrder {
  readonly engine: "pi-wiki" | "peer";
  readonly op: Operation;
  /** The world's folder, with `project` and, when two layers are measured, `home`. */
  readonly folder: string;
  /** Paths of the project's pages, relative to its vault. */
  readonly pages: readonly string[];
  readonly queries: readonly string[];
  /** Where the peer is installed. */
  readonly peer: string;
}

export interface StepReport {
  readonly times: readonly number[];
  /** CPU of one of them, all threads. */
  readonly cpuMs: number;
  /** The most memory that the process had. */
  readonly rssMb: number;
}

/** Asked before anything is timed, so that the code is compiled as in a session that has run for a while. */
const rehearsals = 20;

export type Ask = (query: string) => Promise<unknown>;

export const timeOnce = async (action: () => Promise<unknown>): Promise<StepReport> => timeEach([""], action);

export const timeWarm = async (queries: readonly string[], ask: Ask): Promise<StepReport> => {
  const unmeasured = Math.min(rehearsals, Math.ceil(queries.length / 10));
  for (const query of queries.slice(0, unmeasured)) await ask(query);
  return timeEach(queries, ask);
};

/** `prepare` is not timed. */
export const timeEach = async (
  inputs: readonly string[],
  act: (input: string) => Promise<unknown>,
  prepare: (input: string) => Promise<unknown> = async () => undefined,
): Promise<StepReport> => {
  const times: number[] = [];
  let cpu = 0;
  for (const input of inputs) {
    await prepare(input);
    const [began, cpuBegan] = [performance.now(), process.cpuUsage()];
    await act(input);
    times.push(performance.now() - began);
    const { user, system } = process.cpuUsage(cpuBegan);
    cpu += (user + system) / 1000;
  }
  const cpuMs = cpu / Math.max(1, inputs.length);
  return { times, cpuMs, rssMb: process.resourceUsage().maxRSS / 1024 };
};
