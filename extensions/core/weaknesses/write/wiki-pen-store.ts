/** Writes to a weakness wiki in turn: one verb of one process at a time, what it does noted before it is done. */

import type { Files, Platform } from "../../../platform/platform.ts";
import { WikiError } from "../../errors.ts";
import { exactText } from "../../exact-text.ts";
import { appendEvent, type Baseline, type JournalEvent, readBaselines } from "../journal-store.ts";
import type { Weakness } from "../weakness.ts";
import { weaknessPath, wikiPaths } from "../wiki-place.ts";
import { editWeakness, readForEdit, type WeaknessChange } from "./edit-weakness.ts";
import type { RelatedStyle } from "./render-front-matter.ts";

export interface PenPlace {
  readonly platform: Platform;
  /** With the run directory as its root. */
  readonly files: Files;
}

/** A weakness as it stands while nobody else writes. */
export interface HeldWeakness {
  readonly weakness: Weakness;
  readonly raw: string;
  /** What the journal knows of it; undefined for one that no verb of ours has touched. */
  readonly baseline: Baseline | undefined;
}

export interface WikiPen extends PenPlace {
  /** Throws `weakness_not_found`, and `front_matter` for one that can't be read. */
  hold(slug: string): HeldWeakness;
  /** Undefined for one that is not there or can't be read. */
  find(slug: string): HeldWeakness | undefined;
  note(event: Omit<JournalEvent, "at">): Promise<void>;
  /** Notes the event, then makes the change. */
  change(held: HeldWeakness, made: Change): Promise<void>;
}

export interface Change {
  readonly edit: WeaknessChange;
  readonly event: Omit<JournalEvent, "at" | "slug">;
  readonly style?: RelatedStyle | undefined;
}

const lockWaitMs = 60_000;

/** To the second, with its offset. */
export const stampOf = (platform: Pick<Platform, "now">): string => platform.now().replace(/(?:\.\d+)?Z$/, "+00:00");

/** Holds the lock of the whole wiki: an edge is written at both of its ends. */
export const withPen = <T>(place: PenPlace, work: (pen: WikiPen) => Promise<T>): Promise<T> =>
  place.files.withLock(`${wikiPaths.meta}/wiki`, () => work(openPen(place)), lockWaitMs);

const openPen = ({ platform, files }: PenPlace): WikiPen => {
  const baselines = readBaselines(files);
  const read = (slug: string): HeldWeakness | undefined => {
    const path = weaknessPath(slug);
    const bytes = files.read(path);
    if (bytes === undefined) return undefined;
    const raw = exactText(path, bytes);
    return { weakness: readForEdit(raw, path).weakness, raw, baseline: baselines.get(slug) };
  };
  const note = (event: Omit<JournalEvent, "at">): Promise<void> =>
    appendEvent(files, { at: stampOf(platform), ...event });
  return {
    platform,
    files,
    note,
    hold: (slug) => {
      const held = read(slug);
      if (held === undefined) throw new WikiError("weakness_not_found", { slug, run: files.root });
      return held;
    },
    find: (slug) => {
      try {
        return read(slug);
      } catch (error) {
        if (error instanceof WikiError) return undefined; // A neighbour that is broken is validation's business.
        throw error;
      }
    },
    change: async (held, { edit, event, style }) => {
      const { weakness, raw, baseline } = held;
      const { slug, path } = weakness;
      const text = editWeakness(raw, path, edit, style ?? baseline?.relatedStyle ?? "inline");
      if (text === raw) return;
      if (baseline === undefined) await note(adoption(weakness, platform));
      await note({ slug, ...event, ...(style === undefined ? {} : { related_style: style }) });
      await files.write(path, text);
    },
  };
};

/** What somebody else wrote is the baseline from our first change on. */
const adoption = (
  { slug, discoveredIn, affectedTasks, attackedIn, rejections }: Weakness,
  { hash }: Pick<Platform, "hash">,
): Omit<JournalEvent, "at"> => ({
  verb: "adopt",
  slug,
  discovered_in: discoveredIn,
  tasks: affectedTasks,
  attacked: attackedIn,
  rejections: rejections.map(({ text }) => hash(text)),
});
