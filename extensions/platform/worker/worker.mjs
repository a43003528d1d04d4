/** Starts in a worker thread: loads the tasks module it is told, built or from source, and lets it serve. */

import { parentPort, workerData } from "node:worker_threads";
import { load } from "../load-built-or-source.mjs";

const { serve } = await load(workerData.built, workerData.source);
serve(parentPort, workerData.variables);
