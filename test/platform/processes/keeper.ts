/**
 * A process of its own that works in the lighthouse's vault: `keeper <task> <root> <argument …>`. It prints a line
 * of JSON for what happened, and "ready" when it has begun something that it never ends by itself.
 */

import { readdirSync } from "node:fs";
import { isWikiError, WikiError } from "../../../extensions/core/errors.ts";
import { nodePlatform } from "../../../extensions/platform/node-platform.ts";
import type { Files } from "../../../extensions/platform/platform.ts";

const say = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`);
};

const forever = async (): Promise<never> =>
  await new Promise(() => {
    setInterval(() => undefined, 60_000);
  });

const countUnderLock = async (files: Files): Promise<void> => {
  await files.withLock(
    "count.txt",
    async () => {
      const next = Number(files.readText("count.txt") ?? "0") + 1;
      await files.write("count.txt", String(next));
      await files.append("numbers.txt", `${next}\n`);
    },
    60_000,
  );
};

const becomeNobody = (): void => {
  process.setgid?.(65_534);
  process.setuid?.(65_534);
};

const sayScan = (files: Files, folder: string): void => {
  const { files: found, skipped } = files.scan(folder);
  say({ found: found.map((file) => file.path), skipped });
};

const sayRefusal = (error: unknown): void => {
  if (!isWikiError(error)) throw error;
  say({ code: error.code, ...error.data });
};

/** Writes ever larger pages, or appends ever larger lines, until there is no room. */
const fillDisk = async (files: Files, operation: string): Promise<never> => {
  for (let size = 4_096; ; size += 4_096) {
    if (operation === "write") await files.write("page.md", "x".repeat(size));
    else await files.append("log.jsonl", `${"y".repeat(size)}\n`);
    say({ size });
  }
};

type KeeperTask = (files: Files, ...args: readonly string[]) => Promise<void>;

const tasks: Readonly<Record<string, KeeperTask>> = {
  append: async (files, name = "", count = "0") => {
    for (let index = 0; index < Number(count); index += 1) {
      await files.append("log.jsonl", `${JSON.stringify({ name, index, text: "fog ".repeat(50) })}\n`);
    }
  },
  appendForever: async (files, size = "0") => {
    say("ready");
    for (let index = 0; ; index += 1) {
      await files.append("log.jsonl", `${JSON.stringify({ index, text: "x".repeat(Number(size)) })}\n`);
    }
  },
  writeForever: async (files, size = "0") => {
    say("ready");
    for (let index = 0; ; index += 1) await files.write("page.md", String(index % 10).repeat(Number(size)));
  },
  create: async (files, path = "", text = "") => say(await files.create(path, text)),
  packet: async (files, count = "0") => {
    const made: number[] = [];
    for (let number = 1; made.length < Number(count); number += 1) {
      if (await files.createFolder(`raw/SRC-${number}`)) made.push(number);
    }
    say(made);
  },
  count: async (files, times = "0") => {
    for (let index = 0; index < Number(times); index += 1) await countUnderLock(files);
  },
  /** As `count`, but is killed by whoever started it, at any point. */
  countForever: async (files) => {
    say("ready");
    for (;;) await countUnderLock(files);
  },
  hold: async (files, path = "") => {
    await files.withLock(path, async () => {
      say("ready");
      await forever();
    });
  },
  writeAsNobody: async (files, path = "") => {
    becomeNobody();
    await files.write(path, "by nobody");
  },
  writeAsSelf: async (files, path = "") => await files.write(path, "by myself"),
  readAsNobody: async (files, path = "") => {
    becomeNobody();
    say({ text: files.readText(path) });
  },
  readAsSelf: async (files, path = "") => say({ text: files.readText(path) }),
  scanAsNobody: async (files, folder = "") => {
    becomeNobody();
    sayScan(files, folder);
  },
  scanAsSelf: async (files, folder = "") => sayScan(files, folder),
  fillDisk: async (files, operation = "write") => {
    try {
      await fillDisk(files, operation);
    } catch (error) {
      sayRefusal(error);
    }
    const text = files.readText(operation === "write" ? "page.md" : "log.jsonl") ?? "";
    const whole = operation === "write" ? text.length % 4_096 === 0 && text !== "" : text.endsWith("y\n");
    say({ entries: readdirSync(files.root).sort(), whole });
  },
};

const [task = "", root = "", ...args] = process.argv.slice(2);
const platform = nodePlatform({ refuse: (code, data, cause) => new WikiError(code, data, undefined, cause) });
try {
  await tasks[task]?.(platform.files(root), ...args);
} catch (error) {
  sayRefusal(error);
}
