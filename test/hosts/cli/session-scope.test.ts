import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { scopeAt } from "../../../extensions/hosts/agent-environment.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { workerTasks } from "../../tools/tool-world.ts";
import { type CommandLine, openCommandLine } from "./command-line.ts";

const note = (text: string) => ["note", "--title", text, "--type", "lesson", "--text", `${text}.`] as const;

const idsFor = async (cli: CommandLine, ...words: readonly string[]): Promise<readonly string[]> => {
  const { hits } = await cli.json("recall", ...words, "keeper");
  return (hits as readonly { readonly id: string }[]).map(({ id }) => id).sort();
};

interface Told {
  /** The session's folder, below the world's. */
  readonly session?: string;
  readonly variables?: Readonly<Record<string, string | undefined>>;
}

/**
 * A coast with two lighthouses that have vaults of their own, and the command line of an agent whose session is in one
 * of them, with what its shell has set otherwise.
 */
const coast = async ({ session = "lighthouse", variables = {} }: Told = {}) => {
  const person = await openCommandLine({ tasks: workerTasks });
  const { folder, platform, project } = person;
  for (const place of ["lighthouse", "lighthouse/tower", "mole"]) mkdirSync(join(folder, place), { recursive: true });
  for (const place of ["lighthouse", "mole"]) {
    const at = join(folder, place);
    await person.run("init", place, "--cwd", at);
    await person.run(...note(`The keeper of the ${place} trims the wick`), "--cwd", at);
  }
  const scope = scopeAt(platform, join(folder, session));
  const told = { PI_WIKI_PARENT: "77", PI_WIKI_SESSION: JSON.stringify({ process: 77, sessions: { main: scope } }) };
  const agent = await openCommandLine({ folder, tasks: workerTasks, variables: { ...told, ...variables } });
  return { person, agent, folder, project, mole: join(folder, "mole") };
};

const own = ["notes/the-keeper-of-the-lighthouse-trims-the-wick"];
const notesIn = (folder: string): readonly string[] => readdirSync(join(folder, ".llm-wiki/wiki/notes"));
const refused = { exitCode: 4, error: { code: "scope_fixed" } };

describe("an agent's command line", () => {
  test("works where its session is, and is refused another folder, for reading and writing alike", async () => {
    verifies("scope.agent-environment");
    const { agent, person, mole } = await coast();
    expect(await idsFor(agent)).toEqual(own);
    const before = notesIn(mole);
    for (const verb of [
      ["recall", "keeper"],
      ["inject", "keeper wick"],
      ["status"],
      ["log"],
      ["init"],
      note("A moth"),
    ]) {
      expect([verb, await agent.json(...verb, "--cwd", mole)]).toMatchObject([verb, refused]);
    }
    expect(notesIn(mole)).toEqual(before);
    expect((await agent.run(...note("A moth"))).exitCode).toBe(0);
    // A person's shell goes where it likes.
    expect(await idsFor(person, "--cwd", mole)).toEqual(["notes/the-keeper-of-the-mole-trims-the-wick"]);
  });

  test("says which folder is the session's, and what to do", async () => {
    verifies("scope.agent-environment");
    const { agent, project, mole } = await coast();
    const { error } = await agent.json("recall", "keeper", "--cwd", mole);
    expect(error).toEqual({
      code: "scope_fixed",
      message: `The folder is the session's (${project}); ${mole} is refused.`,
      hint: "Leave it as the session has it. To work elsewhere, a person starts a session there.",
    });
  });

  test.each([
    ["another user", { PI_WIKI_USER: "mate" }],
    ["no user where the session names one", { PI_WIKI_USER: undefined }],
    ["another personal vault", { WIKI_HOME: "/tmp" }],
    ["another home", { HOME: "/tmp" }],
    ["another state folder", { XDG_STATE_HOME: "/tmp" }],
  ])("is refused with %s", async (_what, variables) => {
    verifies("scope.agent-environment");
    const { agent, project } = await coast({ variables });
    const before = notesIn(project);
    expect(await agent.json("recall", "keeper")).toMatchObject(refused);
    expect(await agent.json(...note("A moth"))).toMatchObject(refused);
    expect(notesIn(project)).toEqual(before);
  });

  test("works in a sub-folder and in a package with a vault of its own", async () => {
    verifies("scope.agent-sub-folder");
    const { agent, folder } = await coast();
    const tower = join(folder, "lighthouse/tower");
    expect(await idsFor(agent, "--cwd", "tower")).toEqual(own);
    expect(await agent.run("init", "tower", "--cwd", tower)).toMatchObject({ exitCode: 0 });
    expect(await agent.run(...note("The keeper climbs the tower"), "--cwd", tower)).toMatchObject({ exitCode: 0 });
    expect(await idsFor(agent, "--cwd", tower)).toEqual(["notes/the-keeper-climbs-the-tower", ...own]);
  });

  test("of a session in a package works at the monorepo's top, whose vault is the session's too", async () => {
    verifies("scope.agent-same-vaults");
    const { agent, folder, mole } = await coast({ session: "lighthouse/tower" });
    expect(await idsFor(agent)).toEqual(own);
    expect((await agent.run(...note("The keeper paints the door"))).exitCode).toBe(0);
    for (const other of [folder, mole, "/"]) {
      expect(await agent.json("recall", "keeper", "--cwd", other)).toMatchObject(refused);
    }
  });

  test("works in a linked worktree, which stands in the session's vault, and not in another's", async () => {
    verifies("scope.agent-same-vaults");
    const { agent, person, folder, project, mole } = await coast();
    const { run } = person.platform;
    for (const place of [project, mole]) {
      writeFileSync(join(place, ".gitignore"), ".llm-wiki/\n");
      await run(["git", "init", "-q", place]);
      await run(["git", "add", ".gitignore"], { cwd: place });
      await run(["git", "commit", "-qm", "Begin"], { cwd: place });
      await run(["git", "worktree", "add", "-q", `${place}-storm`], { cwd: place });
    }
    expect(await idsFor(agent, "--cwd", join(folder, "lighthouse-storm"))).toEqual(own);
    expect(await agent.json("recall", "keeper", "--cwd", join(folder, "mole-storm"))).toMatchObject(refused);
  });

  test("asks the guard about any folder, and for the settings there", async () => {
    verifies("scope.agent-guard");
    const { folder, mole } = await coast();
    const scope = { process: 77, sessions: { main: { cwd: "/gone", home: "/gone", user: "", state: "/gone" } } };
    const call = JSON.stringify({ tool: "write", input: { path: join(mole, ".llm-wiki/raw/x.md") }, cwd: mole });
    const hook = await openCommandLine({
      folder,
      stdin: call,
      variables: { PI_WIKI_PARENT: "77", PI_WIKI_SESSION: JSON.stringify(scope) },
    });
    expect((await hook.run("guard")).stdout).toContain('"decision":"deny"');
    expect((await hook.run("settings", "links")).exitCode).toBe(0);
    expect((await hook.run("recall", "keeper")).exitCode).toBe(4);
  });

  test("whose session told nothing, or nonsense, is held to the mark alone", async () => {
    verifies("scope.told-to-children");
    for (const told of [undefined, "", "{", "[]", '{"process":1}', '{"process":1,"sessions":{"main":{"cwd":7}}}']) {
      const { agent, mole } = await coast({ variables: { PI_WIKI_SESSION: told } });
      expect(await idsFor(agent, "--cwd", mole)).toHaveLength(1);
      expect((await agent.run("confirm", ...own, "--unattended")).exitCode).toBe(4);
    }
  });
});
