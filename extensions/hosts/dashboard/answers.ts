/** What the page may ask, and what is answered: the workspace's own services, one address each. */

import { tallyOf } from "../../core/browse/page-tally.ts";
import type { PagePlace } from "../../core/browse/session-browse.ts";
import { counted } from "../../core/counted.ts";
import { isWikiError } from "../../core/errors.ts";
import type { Finding } from "../../core/finding.ts";
import type { Workspace } from "../../workspace.ts";
import { packageRoot } from "../package-root.ts";
import type { Signs } from "./changes.ts";
import { openKnowledgeSigns } from "./knowledge-signs.ts";
import { knowledge, learned } from "./learned-answers.ts";
import { openVaultNumbers } from "./vault-numbers.ts";
import { openWeaknessAnswers } from "./weakness-answers.ts";

export interface AnswersParts {
  readonly workspace: Workspace;
  /** Absolute. */
  readonly runDir: string | undefined;
}

export interface Answers {
  /** Undefined for what is not there. */
  to(what: string, given: URLSearchParams): Promise<object | undefined>;
  /** A sign of each area. */
  look(): Promise<Signs>;
  /** Absolute folders that hold what is looked at. */
  folders(): Promise<readonly string[]>;
}

type Answer = (given: URLSearchParams) => Promise<object | undefined>;

const daysShown = 30;
const eventsShown = 40;

export const openAnswers = (parts: AnswersParts): Answers => {
  const { workspace, runDir } = parts;
  const weaknesses = openWeaknessAnswers(workspace.platform, runDir);
  const known = openKnowledgeSigns(workspace.platform, workspace.options.cwd);
  const answers: Readonly<Record<string, Answer>> = {
    overview: () => overview(parts),
    pages: async () => ({ vaults: await workspace.browse.vaults() }),
    page: (given) => page(workspace, placeIn(given)),
    review: () => review(workspace),
    item: (given) => item(workspace, given),
    tasks: async () => ({ tasks: await workspace.tasks.list("all") }),
    task: async (given) => workspace.tasks.context({ task: given.get("id") ?? "", tokens: 6000 }),
    learned: async () => learned(workspace, await openVaultNumbers(workspace)),
    knowledge: () => knowledge(workspace),
    weaknesses: () => weaknesses.wiki(),
    diff: (given) => weaknesses.diff(given.get("path") ?? ""),
    log: async () => (await workspace.history()).log({ limit: eventsShown }),
  };
  return {
    to: async (what, given) => (Object.hasOwn(answers, what) ? await answers[what]?.(given) : undefined),
    look: async () => ({
      ...(await quietly(() => workspace.browse.look())),
      knowledge: await known.sign(),
      weaknesses: weaknesses.sign(),
    }),
    folders: async () => [...(await workspace.browse.folders()), ...(await known.folders()), ...weaknesses.folders()],
  };
};

/** A look that fails is a sign too: the page asks again and shows what is wrong. */
const quietly = async (look: () => Promise<Signs>): Promise<Signs> => {
  try {
    return await look();
  } catch (error) {
    return { pages: String(error), rest: String(error) };
  }
};

const overview = async ({ workspace, runDir }: AnswersParts): Promise<object> => {
  const findings: Finding[] = [];
  const asked = async <T>(what: string, ask: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await ask();
    } catch (error) {
      findings.push(failure(what, error));
      return undefined;
    }
  };
  const status = await asked("status", () => workspace.status());
  const tally = (await asked("pages", () => workspace.browse.tally())) ?? emptyTally;
  const queue = await asked("review", () => workspace.review.queue());
  const tasks = await asked("tasks", () => workspace.tasks.list("open"));
  return {
    version: packageRoot().version,
    cwd: workspace.options.cwd,
    run_dir: runDir ?? null,
    vaults: status?.vaults ?? [],
    by_status: tally.by_status,
    by_tier: tally.by_tier,
    withheld: tally.withheld,
    waiting: counted((queue ?? []).map(({ kind }) => kind)),
    open_tasks: tasks?.length ?? 0,
    use: {
      days: (await asked("use", () => workspace.browse.useByDay(daysShown))) ?? [],
      shown: tally.shown,
      used: tally.used,
      never: tally.never_shown,
      unused: (await asked("use", () => unused(workspace))) ?? [],
    },
    findings: [...(status?.findings ?? []), ...tally.findings, ...findings],
  };
};

const emptyTally = { ...tallyOf([]), findings: [] };

const unused = async (workspace: Workspace): Promise<readonly object[]> => {
  const vaultOf = await openVaultNumbers(workspace);
  return (await workspace.usage.unused()).map((one) => ({ ...one, vault: vaultOf(one.root) }));
};

const failure = (what: string, error: unknown): Finding => ({
  code: isWikiError(error) ? error.code : "internal",
  severity: "error",
  path: what,
  line: 0,
  message: error instanceof Error ? error.message : String(error),
  remedy: isWikiError(error) ? error.hint : "The rest is shown all the same.",
});

const placeIn = (given: URLSearchParams): PagePlace => ({
  vault: Number(given.get("vault") ?? 0),
  id: given.get("id") ?? "",
});

const page = async (workspace: Workspace, place: PagePlace): Promise<object | undefined> => {
  const opened = await workspace.browse.page(place);
  if (opened === undefined) return undefined;
  const history = (await workspace.history()).log({ page: place.id, layer: opened.layer, limit: eventsShown });
  return { ...opened, history };
};

const review = async (workspace: Workspace): Promise<object> => {
  const vaultOf = await openVaultNumbers(workspace);
  const items = (await workspace.review.queue()).map((one) => ({ ...one, vault: vaultOf(one.root) }));
  return { items, total: items.length };
};

/** All that a decision on one item rests on. */
const item = async (workspace: Workspace, given: URLSearchParams): Promise<object | undefined> => {
  const [root, id, kind] = [given.get("root"), given.get("id"), given.get("kind")];
  const queued = await workspace.review.queue();
  const found = queued.find((one) => one.root === root && one.id === id && one.kind === kind);
  return found && (await workspace.review.show(found));
};
