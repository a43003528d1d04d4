/** The weakness wiki of a run: read, changed by verbs that hold to the rules of the format, validated and drawn. */

import type { Platform } from "../../platform/platform.ts";
import { WikiError } from "../errors.ts";
import type { Finding } from "../finding.ts";
import { openRedactor } from "../secrets/redactor.ts";
import type { RuleCount } from "../secrets/rule-counts.ts";
import { type NextWeakness, nextWeaknesses } from "./next.ts";
import { openWikiReader, type WeaknessNode, type WeaknessWiki, type WikiReader } from "./read-wiki-store.ts";
import type { RunPlace } from "./run-place.ts";
import { validateWiki } from "./validate/validate-store.ts";
import type {
  AttackRequest,
  FinishRequest,
  OpenRequest,
  RejectRequest,
  RelateRequest,
  RoundRequest,
  SolveRequest,
  StatusRequest,
  TasksRequest,
} from "./write/requests.ts";
import { finishRound, type RoundAnswer, startRound } from "./write/round-store.ts";
import { type SolveAnswer, solveWeakness } from "./write/solution-store.ts";
import {
  addTasks,
  attackWeakness,
  openWeakness,
  rejectAttempt,
  relateWeaknesses,
  type StatusRules,
  setWeaknessStatus,
  type WeaknessAnswer,
} from "./write/weakness-store.ts";
import { type WikiPen, withPen } from "./write/wiki-pen-store.ts";

export interface Weaknesses {
  /** Absolute. */
  readonly runDir: string;
  read(): WeaknessWiki;
  readonly readDiff: WikiReader["readDiff"];
  /** Throws `weakness_not_found`. */
  show(slug: string): WeaknessNode;
  next(): readonly NextWeakness[];
  validate(): readonly Finding[];
  open(request: OpenRequest): Promise<Redacted<WeaknessAnswer>>;
  attack(request: AttackRequest): Promise<Redacted<WeaknessAnswer>>;
  reject(request: RejectRequest): Promise<Redacted<WeaknessAnswer & { readonly entry: string }>>;
  solve(request: SolveRequest): Promise<Redacted<SolveAnswer>>;
  status(request: StatusRequest): Promise<Redacted<WeaknessAnswer & { readonly from: string }>>;
  relate(request: RelateRequest): Promise<Redacted<WeaknessAnswer>>;
  addTasks(request: TasksRequest): Promise<Redacted<WeaknessAnswer & { readonly affected_tasks: readonly string[] }>>;
  startRound(request: RoundRequest): Promise<Redacted<RoundAnswer>>;
  finishRound(request: FinishRequest): Promise<Redacted<RoundAnswer>>;
}

/** With the secrets that were taken out of what was written, where there were any. */
export type Redacted<Answer> = Answer & { readonly redactions?: readonly RuleCount[] };

export const openWeaknesses = (platform: Platform, { runDir, files }: RunPlace, rules: StatusRules): Weaknesses => {
  const reader = openWikiReader(files);
  /** A verb in its turn, on a request without secrets. */
  const verb =
    <Request, Answer extends object>(work: (pen: WikiPen, request: Request) => Promise<Answer>) =>
    async (request: Request): Promise<Redacted<Answer>> => {
      const redactor = openRedactor(platform);
      const clean = await redactor.all(request);
      const answer = await withPen({ platform, files }, (pen) => work(pen, clean));
      const redactions = redactor.found();
      return { ...answer, ...(redactions.length === 0 ? {} : { redactions }) };
    };
  return {
    runDir,
    read: () => reader.read(),
    readDiff: (solution, maxBytes) => reader.readDiff(solution, maxBytes),
    show: (slug) => {
      const found = reader.read().weaknesses.find((weakness) => weakness.slug === slug);
      if (found === undefined) throw new WikiError("weakness_not_found", { slug, run: runDir });
      return found;
    },
    next: () => nextWeaknesses(reader.read()),
    validate: () => validateWiki(reader.reading(), { files, hash: (text) => platform.hash(text) }),
    open: verb(openWeakness),
    attack: verb(attackWeakness),
    reject: verb(rejectAttempt),
    solve: verb(solveWeakness),
    status: verb((pen, request: StatusRequest) => setWeaknessStatus(pen, request, rules)),
    relate: verb(relateWeaknesses),
    addTasks: verb(addTasks),
    startRound: verb(startRound),
    finishRound: verb(finishRound),
  };
};
