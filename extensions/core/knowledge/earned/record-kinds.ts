/** The kinds of earned records and what each is made of: exact fields, each a text of at most so many code points. Pure. */

export const recordKinds = [
  "delivery-record",
  "lesson",
  "certified-handoff-lesson",
  "lesson-delivery-observation",
  "terminal-outcome",
] as const;
export type RecordKind = (typeof recordKinds)[number];

/** What this version writes; the others are only read. */
export type WrittenKind = Exclude<RecordKind, "terminal-outcome">;

const lessonFields = { claim: 1_000, locations: 8_192, confidence: 16, supersedes: 80 } as const;

export const detailCaps = {
  "delivery-record": {
    story_ids: 2_048,
    story_count: 8,
    files_touched: 8_192,
    file_count: 8,
    verdict_outcome: 32,
    obligation_ids: 2_048,
    obligation_count: 8,
  },
  lesson: lessonFields,
  "certified-handoff-lesson": {
    receipt_id: 71,
    story: 80,
    subject: 71,
    adapter: 80,
    driver_profile: 200,
    verdict_ref: 71,
    delivery_state: 32,
    ...lessonFields,
  },
  "lesson-delivery-observation": {
    receipt_id: 71,
    lesson_receipt_id: 71,
    lesson_record_hash: 71,
    story: 80,
    subject: 71,
    delivery_state: 32,
    observed_commit: 64,
  },
  "terminal-outcome": {
    receipt_id: 71,
    subject: 71,
    terminal_state: 32,
    memory_state: 16,
    story_ids: 2_048,
    recalled_memory_ids: 8_192,
    decision_refs: 8_192,
    evidence_refs: 8_192,
    check_refs: 8_192,
    changed_files: 8_192,
    failure_signatures: 8_192,
    accepted_lesson_hashes: 8_192,
    discarded_lesson_count: 8,
    supersedes: 80,
  },
} as const satisfies Record<RecordKind, Readonly<Record<string, number>>>;

export type DetailOf<Kind extends RecordKind> = Readonly<Record<keyof (typeof detailCaps)[Kind], string>>;

export const confidences = ["low", "medium", "high"] as const;
export type Confidence = (typeof confidences)[number];

/** `certified-not-integrated` is how a certified lesson begins; an observation says one of the others. */
export const deliveryStates = ["certified-not-integrated", "confirmed", "superseded"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export type ResolvedLocation = {
  readonly reference: string;
  readonly status: "resolved";
  readonly file: string;
  /** Empty for a whole file. */
  readonly symbol: string;
  readonly line_start: number;
  readonly line_end: number;
};

export const unresolvedReasons = ["ambiguous-symbol", "not-in-symbol-map", "symbol-map-unavailable"] as const;

export type UnresolvedLocation = {
  readonly reference: string;
  readonly status: "unresolved";
  /** One of ours, or another that an older writer had. */
  readonly reason: string;
};

export type LessonLocation = ResolvedLocation | UnresolvedLocation;
