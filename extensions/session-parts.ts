/** Puts together what a session keeps open of its vaults, whichever channel writes: indexes, trust, edits, seals. */

import type { CodeStandings } from "./core/anchors/code-standing.ts";
import { openSessionAnchors, type SessionAnchors } from "./core/anchors/session-anchors.ts";
import { type Browse, openBrowse } from "./core/browse/session-browse.ts";
import { openSessionDistil, type SessionDistil } from "./core/distil/session-distil.ts";
import { openSessionSeals, type SessionSeals } from "./core/guard/seals/session-seals.ts";
import { openLedger } from "./core/ledger/ledger-store.ts";
import { allLabels, type Believe, type LabelPages } from "./core/recall/belief.ts";
import type { IndexPart, PageFacts } from "./core/recall/indexing/index-part.ts";
import { openSessionRecall, type SessionRecall } from "./core/recall/session-recall.ts";
import type { Settings } from "./core/settings.ts";
import { type LearnedSkills, openLearnedSkills } from "./core/skills/learned/learned-skills.ts";
import { openSkillLabels } from "./core/skills/learned/skill-labels.ts";
import { openSessionCapture, type SessionCapture } from "./core/sources/session-capture.ts";
import { openSessionTasks, type SessionTasks } from "./core/tasks/session-tasks.ts";
import { openSessionTrajectories, type SessionTrajectories } from "./core/trajectories/session-trajectories.ts";
import { openConflictLabels } from "./core/trust/conflict-labels.ts";
import { withCode } from "./core/trust/page-trust.ts";
import { thenExported } from "./core/trust/removal/exported-copies.ts";
import { openTell, thenTold } from "./core/trust/removal/then-told.ts";
import { openSessionNotes, type SessionNotes } from "./core/trust/session-notes.ts";
import { openSessionReview, type SessionReview } from "./core/trust/session-review.ts";
import { openTrust, type TrustStore } from "./core/trust/trust-store.ts";
import { openSessionUsage, type SessionUsage } from "./core/usage/session-usage.ts";
import type { UsageFold } from "./core/usage/usage-fold.ts";
import { type EditWatch, openEditWatch } from "./core/vault/edit-watch.ts";
import { openedVaults } from "./core/vault/opened-vaults.ts";
import type { Vault } from "./core/vault/vault.ts";
import { openRecallRun, type RecallRun } from "./core/weaknesses/recall-run.ts";
import type { Platform } from "./platform/platform.ts";
import { workerCalls } from "./worker-calls.ts";

export interface SessionParts {
  readonly recall: SessionRecall;
  /** Asks the weakness wiki of a run too. */
  readonly recallRun: RecallRun;
  readonly trust: TrustStore;
  readonly edits: EditWatch;
  /** The code that pages are about. */
  readonly anchors: SessionAnchors;
  /** Watches over captured sources and ledgers of all layers, whatever tool may alter them. */
  readonly seals: SessionSeals;
  readonly review: SessionReview;
  readonly notes: SessionNotes;
  /** What is recorded of the use of pages. */
  readonly usage: SessionUsage;
  readonly distil: SessionDistil;
  readonly tasks: SessionTasks;
  /** What was done for tasks. */
  readonly trajectories: SessionTrajectories;
  readonly capture: SessionCapture;
  /** What was learned of tasks that were done. */
  readonly skills: LearnedSkills;
  /** Looking through all that is there. */
  readonly browse: Browse;
}

export interface SessionPartsNeeds {
  readonly platform: Platform;
  readonly settings: Settings;
  /** The session's folder. */
  readonly cwd: string;
  /** The product's own. */
  readonly version: string;
  /** The vaults that are searched and exist now, nearest first. */
  vaults(): Promise<readonly Vault[]>;
  /** All that exist and must not be harmed. */
  guarded(): Promise<readonly Vault[]>;
}

export const openSessionParts = (needs: SessionPartsNeeds): SessionParts => {
  const { platform, settings, version, vaults, guarded } = needs;
  const pages = openPageParts(needs);
  const { recall, seals, usage } = pages;
  const trust = (vault: Vault) => pages.trust.vault(vault);
  return {
    ...pages,
    recallRun: openRecallRun(platform, settings),
    tasks: openSessionTasks({ platform, settings, vaults, facts: (vault) => recall.facts(vault) }),
    browse: openBrowse({
      platform,
      vaults,
      facts: (vault) => recall.facts(vault),
      index: (vault) => recall.index(vault),
      usage: (vault) => usage.recorded(vault),
    }),
    skills: openLearnedSkills({ platform, version, vaults, guarded, recall, trust, usage }),
    trajectories: openSessionTrajectories({ platform, settings, seals, vaults }),
    capture: openSessionCapture({ settings, version, seals, extract: workerCalls(platform).extract }),
  };
};

const labelsIn = (
  platform: Platform,
  { trust, usage }: { readonly trust: TrustStore; readonly usage: SessionUsage },
): LabelPages =>
  allLabels(
    openConflictLabels((vault) => ({
      events: trust.vault(vault).events,
      isForged: (event) => openLedger({ platform, vault }).vouch(event) === "forged",
    })),
    openSkillLabels({ trust: (vault) => trust.vault(vault), usage: (vault) => usage.recorded(vault) }),
  );

const hitsIn =
  (used: UsageFold) =>
  (id: string): number =>
    used.of(id)?.hits ?? 0;

function* liveFacts(parts: readonly IndexPart[]): Iterable<PageFacts> {
  for (const part of parts) {
    for (let page = 0; page < part.pageCount; page += 1) if (part.live[page] === 1) yield part.facts(page);
  }
}

type PageParts = Omit<SessionParts, "recallRun" | "skills" | "tasks" | "trajectories" | "capture" | "browse">;

const openBelieve = (trust: TrustStore, anchors: Pick<SessionAnchors, "standing">): Believe => {
  type Now = ReturnType<Believe>;
  const told = new Map<string, { readonly of: Now; readonly code: CodeStandings; readonly now: Now }>();
  return (vault, knownAt) => {
    if (knownAt !== undefined) return trust.vaultThen(vault, knownAt).of;
    const [{ of }, code] = [trust.vault(vault), anchors.standing(vault)];
    const known = told.get(vault.key);
    if (known?.of === of && known.code === code) return known.now;
    const now: Now = (facts) => withCode(of(facts), code(facts));
    told.set(vault.key, { of, code, now });
    return now;
  };
};

/** What finds, watches and believes pages. */
const openReading = ({ platform, settings, cwd, version, vaults, guarded }: SessionPartsNeeds) => {
  const worker = workerCalls(platform);
  const trust = openTrust({ platform, humanChannel: settings.humanChannel, index: (vault) => recall.index(vault) });
  const usage = openSessionUsage({ platform, testCommands: settings.testCommands, vaults });
  const anchors = openSessionAnchors({
    platform,
    cwd,
    vaults,
    known: (vault) => trust.vault(vault),
    find: (vault, path) => recall.index(vault).find(path)?.facts,
    all: (vault) => liveFacts(recall.index(vault).parts),
  });
  const recall: SessionRecall = openSessionRecall({
    platform,
    settings,
    vaults,
    believe: openBelieve(trust, anchors),
    labels: labelsIn(platform, { trust, usage }),
    weighUse: (vault) => usage.weigh(vault),
    suspects: (vault) => trust.vault(vault).suspects(),
    indexElsewhere: worker.index,
  });
  const opened = openedVaults({ platform, version, readElsewhere: (vault) => worker.derive(vault, version) });
  const watch = openEditWatch({
    opened,
    index: (vault) => recall.index(vault),
    withheld: (vault) => recall.withheld(vault),
    vaults,
    changes: async (vault) => {
      const changes = await recall.changes(vault);
      anchors.noteChanges(vault, changes);
      return changes;
    },
    keep: (vault) => recall.index(vault).save(),
  });
  const seals = openSessionSeals({ platform, vaults: guarded, ledger: (vault) => openLedger({ platform, vault }) });
  return { trust, usage, anchors, recall, opened, watch, seals };
};

const openPageParts = (needs: SessionPartsNeeds): PageParts => {
  const { platform, settings, version, vaults, guarded } = needs;
  const { trust, usage, anchors, recall, opened, watch, seals } = openReading(needs);
  const decided = openSessionReview({
    platform,
    humanChannel: settings.humanChannel,
    vaults,
    facts: (vault) => recall.facts(vault),
    trust: (vault) => trust.vault(vault),
    vouchedCode: (vault, page) => anchors.accepted(vault, page),
    recalled: (vault) => hitsIn(usage.recorded(vault)),
    release: (vault, path) => seals.release(vault, path),
    purge: async (vault) => {
      await recall.index(vault).purge();
      await opened(vault).derived.purge();
    },
  });
  const tell = openTell({ vaults, trust: (vault) => trust.vault(vault), outdate: (vault) => watch.outdate(vault) });
  const review = thenExported(thenTold(decided, tell), { vaults, trust: (vault) => trust.vault(vault) });
  const edits: EditWatch = {
    ...watch,
    settle: (by) =>
      tell(by)
        .then(() => watch.settle(by))
        .then(() => anchors.settle(by)),
    settleAnyway: async (vault, by) => {
      const settlement = await watch.settleAnyway(vault, by);
      await anchors.settle(by);
      return settlement;
    },
  };
  const notes = openSessionNotes({
    platform,
    settings,
    version,
    vaults,
    guarded,
    facts: (vault) => recall.facts(vault),
    likeTitles: (vault, title, least) => recall.likeTitles(vault, title, least),
    neighbours: (vault, text) => recall.neighbours(vault, text),
    trust: (vault) => trust.vault(vault),
    index: (vault) => recall.index(vault),
    anchors,
  });
  const distil = openSessionDistil({
    settings,
    platform,
    seals,
    notes,
    vaults,
    facts: (vault) => recall.facts(vault),
    neighbours: (vault, text, types) => recall.neighbours(vault, text, types),
    trust: (vault) => trust.vault(vault),
    use: (vault) => usage.forDistilling(vault),
  });
  return { recall, trust, edits, anchors, seals, review, notes, usage, distil };
};
