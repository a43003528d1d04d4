/** Words that other programs match on. A red test asks: is this change deliberate? Then note it in CHANGELOG.md. */

import { expect, test } from "vitest";
import { errorCodes } from "../../extensions/core/errors.ts";
import { eventKinds } from "../../extensions/core/ledger/event.ts";
import { noteTypes, pageTypes } from "../../extensions/core/pages/page.ts";
import { knowledgeFormats } from "../../extensions/core/vault/config.ts";
import { layerNames } from "../../extensions/core/vault/vault.ts";
import { verifies } from "../acceptance/verifies.ts";

test("error codes keep their names and exit codes", () => {
  verifies("house.pins");
  const exits = Object.fromEntries(Object.entries(errorCodes).map(([code, { exitCode }]) => [code, exitCode]));
  expect(exits).toEqual({
    usage: 2,
    invalid_input: 2,
    path_outside: 2,
    unreadable: 4,
    too_large: 2,
    not_writable: 4,
    disk_full: 4,
    name_taken: 4,
    locked: 4,
    fetch_refused: 4,
    fetch_failed: 4,
    vault_not_folder: 4,
    vault_damaged: 4,
    no_vault: 3,
    page_not_found: 3,
    source_not_found: 3,
    source_unsupported: 2,
    secret_file: 4,
    secret_in_source: 4,
    extraction_failed: 4,
    front_matter: 4,
    task_not_found: 3,
    task_closed: 4,
    entry_not_found: 3,
    entry_refused: 4,
    near_duplicate: 4,
    changed_meanwhile: 4,
    tombstoned: 4,
    forgotten: 4,
    scope_fixed: 4,
    skill_not_trusted: 4,
    submission_unreadable: 2,
    files_unresolved: 2,
    evidence_refused: 4,
    quote_refused: 4,
    repository_missing: 3,
    git_failed: 4,
    index_unavailable: 4,
    index_changed: 4,
    knowledge_kind_unknown: 2,
    knowledge_missing: 3,
    knowledge_stale: 4,
    knowledge_malformed: 4,
    knowledge_place: 4,
    earned_malformed: 4,
    earned_torn: 4,
    record_refused: 4,
    receipt_collision: 4,
    clock_regression: 4,
    lesson_unknown: 3,
    lesson_refused: 2,
    base_unknown: 3,
    nothing_to_accept: 4,
    check_needed: 4,
    check_failed: 4,
    import_refused: 4,
    packet_refused: 4,
    packet_stale: 4,
    skill_not_found: 3,
    run_dir_refused: 2,
    weakness_not_found: 3,
    weakness_frozen: 4,
    weakness_status: 4,
    round_not_found: 3,
    package_missing: 4,
    person_required: 4,
    screen_only: 4,
    setting_unknown: 2,
  });
});

test("kinds of events keep their names", () => {
  verifies("house.pins");
  expect([...eventKinds].sort().join(" ")).toBe(
    "accepted anchored bootstrap capture change_decided change_proposed confirmed conflict_adjudicated conflict_opened consolidated conversation_captured " +
      "delivery_facts_recorded distilled forgotten import ingested lint note_proposed original_decided outcome_observed page_created " +
      "page_edited promoted rejected restored retired skill_distilled skill_exported skill_retired skill_trusted superseded " +
      "tamper_detected tamper_restored task_closed task_compacted task_memory_added task_memory_superseded " +
      "task_opened tombstone_added tombstone_blocked tombstone_lifted trajectory_captured",
  );
});

test("page types, layers and knowledge formats keep their names", () => {
  verifies("house.pins");
  expect(noteTypes.join(" ")).toBe(
    "decision pitfall lesson architecture procedure workaround known_issue bug_fix general",
  );
  expect(pageTypes.filter((type) => !noteTypes.some((note) => note === type)).join(" ")).toBe(
    "source entity concept synthesis analysis requirement trajectory case skill",
  );
  expect(layerNames).toEqual(["project", "personal"]);
  expect(knowledgeFormats).toEqual(["legacy", "okf-0.2"]);
});
