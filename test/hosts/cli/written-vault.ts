/** A vault with every kind of page that the command line writes, with titles and tags as people type them. */

import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { workerTasks } from "../../tools/tool-world.ts";
import { type CommandLine, openCommandLine } from "./command-line.ts";

const notes: readonly (readonly string[])[] = [
  ["--title", "灯台のランプ: 油を替える", "--type", "procedure", "--text", "毎朝、油を替える。", "--tags", "灯台,海"],
  [
    "--title",
    'Why "C#"? [yes] | no: 100%',
    "--type",
    "decision",
    "--text",
    "It is what the horn speaks.",
    "--tags",
    "C# horn",
  ],
  ["--title", "con", "--type", "general", "--text", "A device of its own.", "--tags", "2026"],
  [
    "--title",
    "yes",
    "--type",
    "lesson",
    "--text",
    "On is not a word for off.",
    "--trigger=- off: why",
    "--trigger",
    "no",
  ],
  ["--title", "1.20", "--type", "concept", "--text", "A number of a chart.", "--trigger", "null: # nothing"],
];

export const writtenVault = async (format: "legacy" | "okf-0.2"): Promise<CommandLine> => {
  const cli = await openCommandLine({ tasks: workerTasks });
  await cli.run("init", "Lighthouse");
  const config = join(cli.project, ".llm-wiki/config.json");
  writeFileSync(config, JSON.stringify({ ...JSON.parse(readFileSync(config, "utf8")), knowledge_format: format }));
  for (const note of notes) await cli.json("note", ...note);
  cli.put(
    "papers/tide: <high>.md",
    "# Tide: high\n\nSee [[no such page]] and [tables](tables.md).\n\n---\n\n- [[x|y]]\n",
  );
  const captured = await cli.json("capture", "papers/tide: <high>.md");
  if (captured.exitCode !== 0) throw new Error(JSON.stringify(captured));
  const source = `[[sources/${String(captured["id"])}]]`;
  const old = await cli.json("note", "--title", "Bell", "--type", "lesson", "--text", "The bell is enough.");
  const text = "The bell is not enough in fog.";
  await cli.json(
    "note",
    "--title",
    "Horn",
    "--type",
    "lesson",
    "--text",
    text,
    "--source",
    source,
    "--supersedes",
    String(old["id"]),
  );
  cli.put("handbook/aux.md", "Text about [the lamp](lamp.md).\n");
  const back = format === "legacy" ? "[[aux]]" : "[aux](aux.md)";
  cli.put("handbook/lamp.md", `# Lamp: the first\n\nBack to ${back}.\n`);
  await cli.json("import", "handbook");
  await cli.json("rebuild");
  return cli;
};

/** Texts of the pages by their path below `wiki/`. */
export const pagesOf = ({ project }: CommandLine): Readonly<Record<string, string>> => {
  const wiki = join(project, ".llm-wiki/wiki");
  const paths = readdirSync(wiki, { recursive: true, encoding: "utf8" }).filter((path) =>
    statSync(join(wiki, path)).isFile(),
  );
  return Object.fromEntries(paths.sort().map((path) => [path, readFileSync(join(wiki, path), "utf8")]));
};
