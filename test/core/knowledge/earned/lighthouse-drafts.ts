/** Drafts of earned records of a lighthouse, for tests and their processes. */

import { identifierList, locationList } from "../../../../extensions/core/knowledge/earned/detail-values.ts";
import type { DraftRecord } from "../../../../extensions/core/knowledge/earned/earned-store.ts";

export const headSha = "a".repeat(40);

export const delivery = (story = "S-1", files: readonly string[] = ["a.py"]) => ({
  story_ids: identifierList([story]),
  story_count: "1",
  files_touched: identifierList(files),
  file_count: String(files.length),
  verdict_outcome: "passed",
  obligation_ids: identifierList([]),
  obligation_count: "0",
});

export const lesson = (
  claim: string,
  more: { readonly supersedes?: string; readonly places?: readonly string[] } = {},
) => ({
  claim,
  locations: locationList(
    (more.places ?? ["trimWick"]).map((reference) => ({
      reference,
      status: "unresolved",
      reason: "not-in-symbol-map",
    })),
  ),
  confidence: "high",
  supersedes: more.supersedes ?? "",
});

export const ref = (digit: string): string => `sha256:${digit.repeat(64)}`;

export const certified = (claim: string, more: { readonly receipt?: string; readonly supersedes?: string } = {}) => ({
  receipt_id: more.receipt ?? ref("1"),
  story: "wick",
  subject: ref("2"),
  adapter: "pi",
  driver_profile: "anthropic/claude",
  verdict_ref: ref("3"),
  delivery_state: "certified-not-integrated",
  ...lesson(claim, more),
});

const run = { originKind: "run", origin: "pi-1", headSha } as const;

export const lessonDraft = (claim: string, more?: Parameters<typeof lesson>[1]): DraftRecord<"lesson"> => ({
  kind: "lesson",
  detail: lesson(claim, more),
  ...run,
});

export const certifiedDraft = (
  claim: string,
  more?: Parameters<typeof certified>[1],
): DraftRecord<"certified-handoff-lesson"> => ({
  kind: "certified-handoff-lesson",
  detail: certified(claim, more),
  ...run,
});
