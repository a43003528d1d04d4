/** The one error family for refusals a caller can act on, and the closed list of its codes. */

interface CodeRule {
  /** Text with `{key}` placeholders, filled from the error's data. */
  readonly message: string;
  readonly remedy: string;
  /** 2 usage or bad input, 3 not found, 4 conflict or refusal. */
  readonly exitCode: 2 | 3 | 4;
}

const rule = (message: string, remedy: string, exitCode: CodeRule["exitCode"]): CodeRule => ({
  message,
  remedy,
  exitCode,
});

const mapRemedy = "Run `pi-wiki knowledge refresh`, or `/wiki refresh` in Pi, or ask with `refresh`.";

export const errorCodes = {
  usage: rule("{problem}", "Run `pi-wiki help` for the verbs and their arguments.", 2),
  invalid_input: rule("{what}: {problem}", "Correct the argument and try again.", 2),
  path_outside: rule(
    "{path} is outside the vault or leads out of it.",
    "Use a path inside the vault; links out of it are not followed.",
    2,
  ),
  unreadable: rule("{path} can't be read: {reason}", "Check the file and its permissions.", 4),
  too_large: rule("{path} has {bytes} bytes; at most {limit} are read.", "Split it, or take the part that matters.", 2),
  not_writable: rule("{path} can't be written: {reason}", "Check permissions and that the folder is not read-only.", 4),
  disk_full: rule("{path} can't be written: no space is left on the disk.", "Free some space; nothing was changed.", 4),
  name_taken: rule("{path} already exists.", "Choose another name, or change the existing one.", 4),
  locked: rule("{path} is locked by {holder}.", "Try again when that process has finished.", 4),
  fetch_refused: rule("{url} is not fetched: {reason}", "See `captureHosts` in the settings for hosts you trust.", 4),
  fetch_failed: rule("{url} could not be fetched: {reason}", "Check the address and try again.", 4),
  vault_not_folder: rule(
    "{path} should be a vault folder, but is a {kind}.",
    "Move it aside, then run `pi-wiki init`.",
    4,
  ),
  vault_damaged: rule(
    "{path}: {problem}",
    "Correct config.json by hand, or restore it from git; nothing else was touched.",
    4,
  ),
  no_vault: rule("There is no {layer} vault here.", "Create one with `pi-wiki init`, or choose another layer.", 3),
  page_not_found: rule(
    'There is no page "{id}".',
    "Find it with `pi-wiki recall`, or list ids with `/wiki status`.",
    3,
  ),
  source_not_found: rule("{source} does not exist.", "Check the path or the address.", 3),
  source_unsupported: rule(
    "{source} can't be captured: {reason}",
    "Convert it to text, Markdown, HTML or PDF first.",
    2,
  ),
  secret_file: rule(
    "{path} looks like a file of secrets and is not captured.",
    "A person may run `pi-wiki capture --force`.",
    4,
  ),
  secret_in_source: rule(
    "{source} holds secrets that can't be taken out of the file itself: {secrets}.",
    "Remove them there, or capture the text that matters as text; a person may run `pi-wiki capture --force`.",
    4,
  ),
  extraction_failed: rule(
    "No text could be taken from {source}: {reason}",
    "Open it elsewhere and capture the text.",
    4,
  ),
  front_matter: rule("{path}:{line}: {problem}", "Correct the front matter by hand; the page is left as it is.", 4),
  task_not_found: rule('There is no task "{task}".', "List the tasks with `pi-wiki task list --all`.", 3),
  task_closed: rule('The task "{task}" is {status}.', "Open another task; a closed one is only read and corrected.", 4),
  entry_not_found: rule('The task "{task}" has no entry "{entry}".', "Find it with `pi-wiki task search`.", 3),
  entry_refused: rule('"{entry}" can\'t be corrected: {reason}.', "Remember what is right in an entry of its own.", 4),
  near_duplicate: rule(
    "Entry {entry} says nearly the same.",
    "If that has changed, correct it: entry {id} of {task}. If not, nothing is lost.",
    4,
  ),
  changed_meanwhile: rule("{page} was changed since it was shown.", "Look at it again.", 4),
  tombstoned: rule(
    "{what} states what was rejected on {at}: {reason} (tombstone {tombstone}).",
    "Leave it out. A person may lift the tombstone in review; no tool can.",
    4,
  ),
  forgotten: rule(
    "{what} was forgotten on {at}: {reason}.",
    "Leave it out. A person may write it anew, or capture a source again with `pi-wiki capture --force`.",
    4,
  ),
  scope_fixed: rule(
    "{what} is the session's ({own}); {given} is refused.",
    "Leave it as the session has it. To work elsewhere, a person starts a session there.",
    4,
  ),
  skill_not_trusted: rule("{id} is no trusted skill: {evidence}.", "Review it with `pi-wiki review`.", 4),
  submission_unreadable: rule(
    "The submission holds no JSON object of the shape that was asked for. It is kept as {path}; nothing was noted as read.",
    "Submit one JSON object with the lists that were asked for, whole.",
    2,
  ),
  files_unresolved: rule(
    "Nothing that files names is there: {files}.",
    "Name code as path or path#symbol, mark what is planned with (new), or leave files out.",
    2,
  ),
  evidence_refused: rule(
    "This does not prove {page}: {reason}.",
    "Quote at least 20 characters, word for word, from code that the page names in its files, or give a commit_ref that changed it, or the test_ref of a run that tests it; else ask the person for /wiki review.",
    4,
  ),
  quote_refused: rule(
    "The quote is not taken: {reason}.",
    "Quote what the person typed in this session, word for word; without a quote the change is only proposed.",
    4,
  ),
  repository_missing: rule(
    "{folder} is in no git work tree that can be read: {reason}.",
    "Run it inside a git work tree.",
    3,
  ),
  git_failed: rule("{step} failed: {reason}.", "Try the same with git itself, mend what it names, and try again.", 4),
  index_unavailable: rule(
    "The index of {folder} makes no tree: {reason}.",
    "Finish or abort the merge (`git status` names the paths), then try again.",
    4,
  ),
  index_changed: rule(
    "The index changed from tree {before} to {after} while it was read; nothing was stored.",
    "Try again.",
    4,
  ),
  knowledge_kind_unknown: rule(
    '"{kind}" is no kind of repository knowledge.',
    "The kinds are {known}; none is taken for another.",
    2,
  ),
  knowledge_missing: rule("There is no {fact} of this repository yet.", mapRemedy, 3),
  knowledge_stale: rule("The {fact} was made of tree {stored}; the index is now {current}.", mapRemedy, 4),
  knowledge_malformed: rule(
    "{path} is not what was written: {problem}.",
    "Run `pi-wiki knowledge refresh`: it is made again from the repository alone.",
    4,
  ),
  knowledge_place: rule(
    "{path} should be a {wanted} of the knowledge store, but is a {kind}.",
    "Move it aside, then run `pi-wiki knowledge refresh`.",
    4,
  ),
  earned_malformed: rule(
    "{path}, line {line}, is not what was written: {problem}.",
    "Put back the file from a copy; nothing is appended to it, and no decision depends on it.",
    4,
  ),
  earned_torn: rule(
    "{path} ends in the middle of a record, from byte {offset} on.",
    "Run `pi-wiki knowledge repair`: it moves that end aside and keeps it.",
    4,
  ),
  record_refused: rule("No {kind} is recorded: {problem}.", "Correct it; nothing was written.", 4),
  receipt_collision: rule(
    "The receipt {receipt} of a {kind} stands for something else already.",
    "Nothing was written: what was recorded first stays.",
    4,
  ),
  clock_regression: rule(
    "The clock says {now}, but the last record of {path} is of {last}.",
    "Set the clock right, or wait; a record is never dated otherwise.",
    4,
  ),
  lesson_unknown: rule("There is no earlier lesson {hash}.", "List them with `pi-wiki knowledge lessons`.", 3),
  lesson_refused: rule(
    "The lesson output is not taken: {problem}.",
    "Give exactly the closed document: kind, schema_version 1, and lessons of claim, locations, confidence and supersedes.",
    2,
  ),
  base_unknown: rule(
    "{base} names no commit from which the change began.",
    "Name one with `--base COMMIT`; a repository needs a first commit.",
    3,
  ),
  nothing_to_accept: rule(
    "Nothing has changed since {base} for the task {task}.",
    "Accept it where its change is, or name the commit before it with `--base COMMIT`.",
    4,
  ),
  check_needed: rule(
    "The task {task} can't be accepted with {problem}: its recorded checks are {recorded}.",
    "Choose of those with `--check COMMAND`; others are recorded in its task.md first.",
    4,
  ),
  check_failed: rule("The check `{command}` {exit}.", "Nothing was accepted; mend it and try again.", 4),
  import_refused: rule(
    "What was to be imported is not taken: {problem}.",
    "Export it again with `pi-wiki knowledge export`; nothing was written.",
    4,
  ),
  packet_refused: rule(
    "There is no packet for {story}: {reason}.",
    "Give it more bytes, or fewer hints; nothing is left out without being named.",
    4,
  ),
  packet_stale: rule(
    "A part of the packet is of tree {stored}; the index is now {current}.",
    "Run `pi-wiki knowledge refresh`, then ask again.",
    4,
  ),
  skill_not_found: rule('There is no skill "{name}".', "List the skills with `pi-wiki skills list`.", 3),
  run_dir_refused: rule(
    "{path} is no run directory: {reason}.",
    "Give --run-dir, or set PI_WIKI_RUN_DIR, to its absolute path.",
    2,
  ),
  weakness_not_found: rule(
    'There is no weakness "{slug}" in {run}.',
    "List them with `pi-wiki weakness list`; open a new one with `pi-wiki weakness open`.",
    3,
  ),
  weakness_frozen: rule(
    "The tasks of {slug} are frozen: {reason}.",
    "Solutions were measured on exactly these tasks; open another weakness for others.",
    4,
  ),
  weakness_status: rule(
    "{slug} can't become {to}: {reason}.",
    "From open: in-progress. From in-progress: completed, solved, reverted, open. From completed: in-progress, solved, reverted. From solved: in-progress, reverted. From reverted: in-progress.",
    4,
  ),
  round_not_found: rule(
    "Round {round} ({split}) was not started in {run}.",
    "Start it with `pi-wiki weakness round start`: both times are stamped by the program.",
    3,
  ),
  package_missing: rule(
    "{name} can't be loaded, which {use} needs.",
    "Install it beside pi-wiki: it is an optional dependency that may have been left out.",
    4,
  ),
  person_required: rule("{verb} is for a person.", "Run `{command}` in a terminal.", 4),
  screen_only: rule(
    "A confirmation at a terminal does not count here: humanChannel is ui.",
    "Confirm at Pi's screen with `/wiki review`.",
    4,
  ),
  setting_unknown: rule('There is no setting "{key}".', "See `pi-wiki settings` for the list.", 2),
} as const satisfies Record<string, CodeRule>;

export type ErrorCode = keyof typeof errorCodes;
export type ErrorData = Readonly<Record<string, string | number>>;

const fill = (text: string, data: ErrorData): string =>
  text.replace(/\{(\w+)\}/g, (whole, key: string) => String(data[key] ?? whole));

/** A refusal: names the thing and the remedy. Anything else that is thrown is a bug. */
export class WikiError extends Error {
  override readonly name = "WikiError";
  readonly code: ErrorCode;
  readonly data: ErrorData;
  readonly hint: string;
  readonly exitCode: number;

  constructor(code: ErrorCode, data: ErrorData, hint?: string, cause?: unknown) {
    super(fill(errorCodes[code].message, data), cause === undefined ? {} : { cause });
    this.code = code;
    this.data = data;
    this.hint = hint ?? fill(errorCodes[code].remedy, data);
    this.exitCode = errorCodes[code].exitCode;
  }

  toJSON(): { code: ErrorCode; message: string; hint: string } {
    return { code: this.code, message: this.message, hint: this.hint };
  }
}

export const isWikiError = (error: unknown): error is WikiError =>
  error instanceof Error && error.name === "WikiError" && "code" in error;
