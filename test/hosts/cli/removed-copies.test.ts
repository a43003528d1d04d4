import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { workerTasks } from "../../tools/tool-world.ts";
import { openCommandLine } from "./command-line.ts";

const id = "notes/winding-the-lens";
const beside = "notes/sounding-the-horn";
const question = "lens wound at dusk, horn sounded in fog";

/** Two confirmed pages of the project, both copied into the personal vault. */
const lighthouse = async () => {
  const cli = await openCommandLine({ isTerminal: true, tasks: workerTasks });
  await cli.run("init", "lighthouse");
  const note = (title: string, text: string) => cli.run("note", "--title", title, "--type", "lesson", "--text", text);
  await note("Winding the lens", "The lens is wound at dusk.");
  await note("Sounding the horn", "The horn is sounded in fog.");
  for (const page of [id, beside]) {
    await cli.run("confirm", page);
    await cli.run("promote", page, "--to", "personal");
  }
  const vault = join(cli.folder, "home/.llm-wiki");
  /** What a new process finds in the personal vault. */
  const elsewhere = async (...words: readonly string[]) => {
    const other = await openCommandLine({ folder: cli.folder, tasks: workerTasks, isTerminal: true });
    return new Map(
      ((await other.json("recall", question, "--layer", "personal", ...words))["hits"] as Hit[]).map((hit) => [
        hit.id,
        hit,
      ]),
    );
  };
  return { cli, vault, elsewhere, file: (page: string) => join(vault, "wiki", `${page}.md`) };
};

interface Hit {
  readonly id: string;
  readonly status: string;
  readonly tier: string;
  readonly labels: readonly string[];
}

test("a copy has the review of its original", async () => {
  verifies("trust.promote");
  const { elsewhere } = await lighthouse();
  expect((await elsewhere()).get(id)).toMatchObject({ status: "stable", tier: "human-reviewed", labels: [] });
});

describe("a copy whose original is", () => {
  test.each([
    ["rejected", ["reject", id, "--reason", "It is wound at noon"], ["--include", "rejected"]],
    ["retired", ["retire", id, "--reason", "Electric now"], ["--include", "deprecated"]],
  ])("%s is withheld, and its claim stays out of its layer too", async (fate, words, include) => {
    verifies("trust.removal-reaches-copies");
    const { cli, elsewhere, vault } = await lighthouse();
    expect([...(await elsewhere()).keys()].sort()).toEqual([beside, id]);
    expect(await cli.run(...words)).toMatchObject({ exitCode: 0 });
    expect([...(await elsewhere()).keys()]).toEqual([beside]);
    expect((await elsewhere(...include, "--include", "rejected")).get(id)?.labels).toContain(
      `its original was ${fate}`,
    );
    const again = ["note", "--title", "Dusk", "--type", "lesson", "--text", "The lens is wound at dusk!"];
    expect((await cli.run(...again, "--layer", "personal")).exitCode).toBe(4);
    expect(readFileSync(join(vault, "meta/index.md"), "utf8")).not.toContain(id);
    expect(readFileSync(join(vault, "meta/index.md"), "utf8")).toContain(beside);
    await cli.run("rebuild");
    rmSync(join(cli.folder, "cache"), { recursive: true, force: true });
    expect([...(await elsewhere()).keys()]).toEqual([beside]);
    expect((await cli.run("verify")).exitCode).toBe(0);
  });

  test("forgotten is withheld and waits for a person, who may forget it too", async () => {
    verifies("trust.removal-reaches-copies");
    const { cli, elsewhere, file } = await lighthouse();
    const { stdout } = await cli.run("forget", id, "--reason", "It named the keeper");
    expect(stdout).toContain(`Its copy in the personal vault is withheld, and still there: pi-wiki forget ${id}`);
    expect([...(await elsewhere()).keys()]).toEqual([beside]);
    expect(existsSync(file(id))).toBe(true);
    const { items } = await cli.json("review");
    expect(items).toMatchObject([{ id, labels: ["its original was forgotten"] }]);
    await cli.run("forget", id, "--reason", "It named the keeper", "--layer", "personal");
    expect(existsSync(file(id))).toBe(false);
  });

  test("withheld stays in force when a person has changed it since, and is queued", async () => {
    verifies("trust.removal-reaches-copies");
    const { cli, elsewhere, file } = await lighthouse();
    writeFileSync(file(id), readFileSync(file(id), "utf8").replace("at dusk", "at four in winter"));
    await cli.run("recall", question);
    await cli.run("rebuild");
    await cli.run("reject", id, "--reason", "It is wound at noon", "--layer", "project");
    expect((await elsewhere()).get(id)?.labels).toContain("its original was rejected");
    const { items } = await cli.json("review");
    expect((items as Hit[]).map((item) => item.id)).toContain(id);
  });
});
