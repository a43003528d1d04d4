/** Opens the person's own editor on a text, in the terminal that they sit at. */

import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What is in the file when the editor is left; undefined when it failed. */
export type OpenEditor = (text: string) => Promise<string | undefined>;

/** Undefined where nobody has said which editor is theirs. */
export const processEditor = (): OpenEditor | undefined => {
  const command = process.env["VISUAL"] || process.env["EDITOR"];
  return command === undefined || command.trim() === "" ? undefined : (text) => editIn(command, text);
};

/** In a folder that nobody else can read, gone again when the editor is left. */
const editIn = async (command: string, text: string): Promise<string | undefined> => {
  const folder = await mkdtemp(join(tmpdir(), "pi-wiki-"));
  try {
    const file = join(folder, "page.md");
    await writeFile(file, text, { mode: 0o600 });
    return (await run(command, file)) === 0 ? await readFile(file, "utf8") : undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** The command may have arguments of its own, so a shell reads it, as git's does. */
const run = (command: string, file: string): Promise<number | null> =>
  new Promise((resolve) => {
    // Ctrl-C belongs to the editor.
    const ignored = (): void => undefined;
    process.on("SIGINT", ignored);
    const ended = (code: number | null): void => {
      process.off("SIGINT", ignored);
      resolve(code);
    };
    const child =
      process.platform === "win32"
        ? spawn(`${command} "${file}"`, { shell: true, stdio: "inherit" })
        : spawn("/bin/sh", ["-c", `${command} "$1"`, "editor", file], { stdio: "inherit" });
    child.once("error", () => ended(null)).once("close", ended);
  });
