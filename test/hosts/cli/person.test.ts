import { expect, test } from "vitest";
import { personDenial, personVerbs } from "../../../extensions/core/guard/shell/person-verbs.ts";
import { agentMark } from "../../../extensions/hosts/agent-environment.ts";
import { type Caller, requirePerson, strictest } from "../../../extensions/hosts/cli/person.ts";
import type { Verb } from "../../../extensions/hosts/cli/verb.ts";
import { verbs } from "../../../extensions/hosts/cli/verbs.ts";
import { verifies } from "../../acceptance/verifies.ts";

const callerWith = (variables: Readonly<Record<string, string>>, isTerminal: boolean): Caller => ({
  variable: (name) => variables[name],
  isTerminal,
});

test("an agent's processes are told by the mark of a session of ours and by those of other hosts", () => {
  verifies("cli.agent-marks");
  const told = ["PI_WIKI_PARENT", "PI_CODING_AGENT", "CLAUDECODE", "CODEX_SANDBOX", "GEMINI_CLI", "CURSOR_AGENT"];
  for (const name of told) expect(agentMark((asked) => (asked === name ? "1" : undefined))).toBe(name);
  for (const none of ["", "0", "false"]) expect(agentMark(() => none)).toBe(undefined);
  const shell: Readonly<Record<string, string>> = { PATH: "/bin", CODEX_HOME: "~/.codex", CURSOR_TRACE_ID: "7" };
  expect(agentMark((name) => shell[name])).toBe(undefined);
});

test("a person's script is enough for some calls, others need somebody at a terminal", () => {
  verifies("cli.person-only");
  const refusal = expect.objectContaining({ code: "person_required", exitCode: 4 });
  const [script, keyboard] = [callerWith({}, false), callerWith({}, true)];
  const agent = callerWith({ CLAUDECODE: "1" }, true);
  for (const caller of [script, keyboard, agent])
    expect(() => requirePerson(undefined, "recall", caller)).not.toThrow();
  for (const caller of [script, keyboard]) expect(() => requirePerson("script", "settings", caller)).not.toThrow();
  expect(() => requirePerson("script", "settings", agent)).toThrow(refusal);
  expect(() => requirePerson("terminal", "promote", keyboard)).not.toThrow();
  for (const caller of [script, agent]) expect(() => requirePerson("terminal", "promote", caller)).toThrow(refusal);
  expect([strictest(["script", "terminal"]), strictest([undefined, "script"]), strictest([])]).toEqual([
    "terminal",
    "script",
    undefined,
  ]);
});

/** Ways to call a verb: with no, one or two words, plainly and with each option. */
const callsOf = ({ words, options }: Verb) =>
  [[], ["lamp"], ["lamp", "9"]]
    .filter((given) => words !== undefined || given.length === 0)
    .flatMap((given) =>
      [{}, ...Object.keys(options).map((name) => ({ [name]: ["x"] }))].map((used) => ({ given, used })),
    );

test("the guard refuses in a shell command what the command line asks a person for, and nothing else of it", () => {
  verifies("cli.person-only", "guard.person-verbs");
  for (const verb of verbs) {
    for (const { given, used } of callsOf(verb)) {
      const args = [verb.name, ...given, ...Object.keys(used).map((name) => `--${name}`)];
      const isPersons = verb.personFor({ words: given, options: used }) !== undefined;
      expect([args, personDenial("pi-wiki", args) !== undefined]).toEqual([args, isPersons]);
    }
  }
});

test("a verb that the guard knows as a person's asks for one when it is there", () => {
  verifies("cli.person-only");
  for (const verb of verbs.filter(({ name }) => personVerbs.has(name))) {
    expect([verb.name, verb.personFor({ words: [], options: {} })]).toEqual([verb.name, "terminal"]);
  }
});
