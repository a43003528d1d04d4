#!/usr/bin/env node
/** Starts the command line: from dist/ when it is built, else from the sources. */

import { load } from "../../platform/load-built-or-source.mjs";

const { run } = await load("cli.mjs", "extensions/hosts/cli/run.ts");
await run();
