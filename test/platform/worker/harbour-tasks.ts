/** Tasks for a worker thread, as the package's own worker-tasks.ts has them. */

import { WikiError } from "../../../extensions/core/errors.ts";
import { serveTasks } from "../../../extensions/platform/worker/serve-tasks.ts";

export const serve = serveTasks({
  refuse: (code, data, cause) => new WikiError(code, data, undefined, cause),
  tasks: {
    double: async (input) => Number(input) * 2,
    "write-pages": async (input, { platform, progress }) => {
      const files = platform.files(String(input));
      for (const number of [1, 2, 3]) {
        await files.write(`page-${number}.md`, `page ${number}`);
        progress(number, 3);
      }
      return { user: platform.environment.user, paths: files.scan("").files.map((file) => file.path) };
    },
    escape: async (input, { platform }) => platform.files(String(input)).read("../outside.md"),
    refuse: async () => {
      throw new WikiError("page_not_found", { id: "lamp" });
    },
    stumble: async () => {
      throw new TypeError("stumbled");
    },
    "throw-text": async () => {
      return await Promise.reject("no error at all");
    },
    uncopyable: async () => () => "a function",
    crash: async () => {
      setImmediate(() => {
        throw new Error("the boiler burst");
      });
      return await new Promise((resolve) => setTimeout(() => resolve("went on"), 20));
    },
    "stray-rejection": async () => {
      void Promise.reject(new Error("nobody listens"));
      return await new Promise((resolve) => setTimeout(() => resolve("went on"), 20));
    },
    wait: async (input) => await new Promise((resolve) => setTimeout(() => resolve("waited"), Number(input))),
    spin: async () => {
      for (;;);
    },
    exit: async () => process.exit(4),
    print: async () => {
      process.stdout.write("noise on the line\n");
      process.stderr.write("a warning of some library\n");
      return "printed";
    },
    "hold-lock": async (input, { platform, progress }) =>
      await platform.files(String(input)).withLock("lamp", async () => {
        progress(0, 1);
        await new Promise((resolve) => setTimeout(resolve, 150));
        return "released";
      }),
  },
});
