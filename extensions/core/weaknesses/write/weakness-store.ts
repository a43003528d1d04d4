/** The verbs on one weakness, by the rules of the format: what is frozen stays, what was tried is only added to. */

import { WikiError } from "../../errors.ts";
import { ledgerVerdict } from "../gate-store.ts";
import { appendEvent } from "../journal-store.ts";
import { type Related, statusTransitions, type Weakness, type WeaknessStatus } from "../weakness.ts";
import { weaknessPath, wikiPaths } from "../wiki-place.ts";
import { renderWeaknessBlock } from "./render-front-matter.ts";
import { renderRejection, renderWeaknessBody } from "./render-markdown.ts";
import {
  type AttackRequest,
  checkItems,
  checkIteration,
  checkMetrics,
  checkReason,
  checkRelated,
  checkSlug,
  checkStatus,
  checkText,
  type OpenRequest,
  type RejectRequest,
  type RelateRequest,
  type StatusRequest,
  type TasksRequest,
} from "./requests.ts";
import { type HeldWeakness, stampOf, type WikiPen } from "./wiki-pen-store.ts";

/** What a verb did to a weakness. */
export interface WeaknessAnswer {
  readonly slug: string;
  /** Absolute. */
  readonly path: string;
  readonly status: string;
}

const answer = ({ files }: WikiPen, slug: string, status: string): WeaknessAnswer => ({
  slug,
  path: files.absolute(weaknessPath(slug)),
  status,
});

export const openWeakness = async (pen: WikiPen, request: OpenRequest): Promise<WeaknessAnswer> => {
  const slug = checkSlug(request.slug);
  const iteration = checkIteration(request.iteration);
  const title = checkText(request.title, "title");
  const tasks = checkItems(request.tasks, "tasks");
  const tags = checkItems(request.tags ?? [], "tags");
  const given = checkRelated(slug, request.related ?? []);
  const { files } = pen;
  for (const folder of [wikiPaths.weaknesses, wikiPaths.solutions, wikiPaths.results]) await files.createFolder(folder);
  const related = [
    ...given,
    ...neighboursWaiting(pen, slug).filter((one) => given.every((known) => known.slug !== one.slug)),
  ];
  const notes = request.notes ?? [];
  const weakness = {
    slug,
    path: weaknessPath(slug),
    title,
    status: "open",
    tags,
    discoveredIn: iteration,
    attackedIn: [],
    solvedIn: undefined,
    affectedTasks: tasks,
    related,
    solutionLinks: [],
    whatFails: request.what ?? "",
    tasks: tasks.map((of) => ({ of, note: notes.find((note) => note.of === of)?.note ?? "" })),
    references: request.references ?? [],
    extra: {},
  };
  const text = `${renderWeaknessBlock(weakness, request.style ?? "inline")}\n${renderWeaknessBody(weakness)}`;
  if (!(await files.create(weakness.path, text)))
    throw new WikiError("name_taken", { path: files.absolute(weakness.path) });
  // After the file: it came to be under this name, whoever else writes without our lock.
  const event = {
    verb: "open",
    slug,
    iteration,
    discovered_in: iteration,
    tasks,
    related_style: request.style,
  } as const;
  await appendEvent(files, { at: stampOf(pen.platform), ...event });
  await relateBack(pen, slug, given);
  return answer(pen, slug, "open");
};

/** Weaknesses that named this one before it was there. */
const neighboursWaiting = (pen: WikiPen, slug: string): readonly Related[] =>
  pen.files
    .list(wikiPaths.weaknesses)
    .filter((name) => name.endsWith(".md"))
    .flatMap((name) => {
      const other = pen.find(name.slice(0, -".md".length))?.weakness;
      const edge = other?.related.find((one) => one.slug === slug);
      return other === undefined || edge === undefined || other.slug === slug
        ? []
        : [{ slug: other.slug, why: edge.why }];
    });

/** An edge is one of both its ends; an end that is not there yet gets it when it is opened. */
const relateBack = async (pen: WikiPen, slug: string, related: readonly Related[]): Promise<void> => {
  for (const { slug: other, why } of related) {
    const held = pen.find(other);
    if (held === undefined || held.weakness.related.some((one) => one.slug === slug)) continue;
    await pen.change(held, { edit: { newRelated: [{ slug, why }] }, event: { verb: "relate" } });
  }
};

export const attackWeakness = async (pen: WikiPen, request: AttackRequest): Promise<WeaknessAnswer> => {
  const iteration = checkIteration(request.iteration);
  const held = pen.hold(checkSlug(request.slug));
  const { slug, attackedIn } = held.weakness;
  await pen.change(held, {
    edit: { attackedIn: added(attackedIn, iteration), status: "in-progress", solvedIn: undefined },
    event: { verb: "attack", iteration, attacked: added(attackedIn, iteration), status: "in-progress" },
    style: request.style,
  });
  return answer(pen, slug, "in-progress");
};

export const added = (items: readonly string[], item: string): readonly string[] =>
  items.includes(item) ? items : [...items, item];

export const rejectAttempt = async (
  pen: WikiPen,
  request: RejectRequest,
): Promise<WeaknessAnswer & { readonly entry: string }> => {
  const iteration = checkIteration(request.iteration);
  const direction = checkIteration(request.direction, "direction");
  const entry = renderRejection({
    iteration,
    direction,
    thesis: checkText(request.thesis, "thesis"),
    change: checkText(request.change, "change"),
    metrics: checkMetrics(request.metrics.map(({ name, value }, index) => ({ name, value, primary: index === 0 }))),
    why: checkReason(request.why),
  });
  const held = pen.hold(checkSlug(request.slug));
  const { slug, rejections, attackedIn, status } = held.weakness;
  const isThere = rejections.some((one) => one.iteration === iteration && one.direction === direction);
  if (isThere) {
    throw new WikiError(
      "name_taken",
      { path: `${slug}: ${iteration} · ${direction}` },
      "Entries are only added: name another direction.",
    );
  }
  const attacked = added(attackedIn, iteration);
  const next = status === "open" ? "in-progress" : status;
  await pen.change(held, {
    edit: { rejection: entry, attackedIn: attacked, status: next },
    event: { verb: "reject", iteration, attacked, rejections: [pen.platform.hash(entry)], status: next },
    style: request.style,
  });
  return { ...answer(pen, slug, next), entry: `${iteration} · ${direction}` };
};

export interface StatusRules {
  /** Whether whoever asks may say `completed` and `solved` of what no gate has confirmed. */
  readonly isPerson: boolean;
}

export const setWeaknessStatus = async (
  pen: WikiPen,
  request: StatusRequest,
  { isPerson }: StatusRules,
): Promise<WeaknessAnswer & { readonly from: string }> => {
  const to = checkStatus(request.to);
  const held = pen.hold(checkSlug(request.slug));
  const { weakness } = held;
  const { slug, status: from } = weakness;
  refuseTransition(weakness, to);
  const kept = keptIn(pen, held);
  if (!isPerson && from !== to && (to === "completed" || to === "solved") && kept.length === 0) {
    throw new WikiError("weakness_status", {
      slug,
      to,
      reason: "no solution of it is kept, and acceptance is never self-reported",
    });
  }
  const iteration =
    request.iteration === undefined ? (kept.at(-1) ?? weakness.attackedIn.at(-1)) : checkIteration(request.iteration);
  const solvedIn = to === "solved" ? (weakness.solvedIn ?? iteration) : undefined;
  await pen.change(held, {
    edit: { status: to, solvedIn },
    event: { verb: "status", iteration, status: to },
    style: request.style,
  });
  return { ...answer(pen, slug, to), from };
};

/** Ids of kept solutions: as the ledger shows or we noted them, not by what a card says of itself. */
const keptIn = ({ files }: WikiPen, { weakness, baseline }: HeldWeakness): readonly string[] =>
  weakness.solutionLinks.filter(
    (id) => baseline?.solutions.get(id) === "kept" || ledgerVerdict(files, id) === "accepted",
  );

const refuseTransition = ({ slug, status: from }: Weakness, to: WeaknessStatus): void => {
  const allowed: readonly string[] | undefined = Object.hasOwn(statusTransitions, from)
    ? statusTransitions[from as WeaknessStatus] // Its own key.
    : undefined;
  // From what is no status every one leads on.
  if (from === to || allowed === undefined || allowed.includes(to)) return;
  throw new WikiError("weakness_status", { slug, to, reason: `it is ${from}, which leads to ${allowed.join(", ")}` });
};

export const relateWeaknesses = async (pen: WikiPen, request: RelateRequest): Promise<WeaknessAnswer> => {
  const slug = checkSlug(request.slug);
  const related = checkRelated(slug, request.related);
  if (related.length === 0) throw new WikiError("invalid_input", { what: "related", problem: "is missing" });
  const held = pen.hold(slug);
  await pen.change(held, { edit: { newRelated: related }, event: { verb: "relate" }, style: request.style });
  await relateBack(pen, slug, related);
  return answer(pen, slug, held.weakness.status);
};

/** Only the iteration that discovered a weakness may still find it on other tasks, and only until another one worked on it. */
export const addTasks = async (
  pen: WikiPen,
  request: TasksRequest,
): Promise<WeaknessAnswer & { readonly affected_tasks: readonly string[] }> => {
  const iteration = checkIteration(request.iteration);
  const tasks = checkItems(request.tasks, "tasks");
  if (tasks.length === 0) throw new WikiError("invalid_input", { what: "tasks", problem: "is missing" });
  const held = pen.hold(checkSlug(request.slug));
  const { weakness, baseline } = held;
  const { slug, affectedTasks } = weakness;
  const discovered = baseline?.discoveredIn ?? weakness.discoveredIn;
  const fresh = tasks.filter((task) => !affectedTasks.includes(task));
  if (discovered !== iteration)
    throw frozen(
      slug,
      `it was discovered in ${discovered ?? "an iteration that is not named"}, and this is ${iteration}`,
    );
  const other = [
    ...weakness.attackedIn,
    ...weakness.rejections.map((one) => one.iteration),
    ...weakness.solutionLinks,
  ].find((one) => one !== discovered);
  if (other !== undefined && fresh.length > 0) throw frozen(slug, `${other} has worked on it since`);
  const all = [...affectedTasks, ...fresh];
  await pen.change(held, {
    edit: { affectedTasks: all, newTasks: fresh },
    event: { verb: "tasks", iteration, tasks: all },
    style: request.style,
  });
  return { ...answer(pen, slug, weakness.status), affected_tasks: all };
};

const frozen = (slug: string, reason: string): WikiError => new WikiError("weakness_frozen", { slug, reason });
