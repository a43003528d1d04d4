/** Placeholder. */
import type { Platform } from "../platform.ts";

export const workerClient =
  (_tasks: URL | undefined): Platform["inWorker"] =>
  async (task) => {
    throw new Error(`There is no worker for ${task}.`);
  };
