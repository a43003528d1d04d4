/** Runs our own command line in a sandbox, as a person would in a terminal there. */

import { execFile } from "node:child_process";
import { join } from "node:path";
import { at, parseJson } from "./json-view.ts";

export interface CliPlace {
  /** Folder of the package whose command line runs. */
  readonly extension: string;
  readonly project: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** The JSON value that a verb printed; a refusal is an error that says what the verb said. */
export const wikiCli = (place: CliPlace, ...words: readonly string[]): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const launcher = join(place.extension, "extensions/hosts/cli/bin.mjs");
    const options = { cwd: place.project, env: place.environment, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, [launcher, ...words, "--json"], options, (error, stdout, stderr) => {
      const value = parseJson(stdout)?.value;
      if (error === null && value !== undefined) resolve(value);
      else {
        const said = at(value, "error", "message") ?? (stderr.trim() || stdout.trim() || error?.message);
        reject(new Error(`pi-wiki ${words.join(" ")}: ${String(said)}`));
      }
    });
  });
