import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isWikiError } from "../../../extensions/core/errors.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { temporaryFolder, testPlatform } from "../../support/test-platform.ts";

const tasks = new URL("./harbour-tasks.ts", import.meta.url);

const failure = async (work: Promise<unknown>): Promise<unknown> => await work.catch((error: unknown) => error);

test("a task runs in a worker with a platform of its own, and tells how far it is", async () => {
  verifies("platform.worker");
  const { platform, folder } = await testPlatform({ tasks });
  const told: (readonly [number, number])[] = [];
  const result = await platform.inWorker("write-pages", join(folder, "vault"), (done, total) =>
    told.push([done, total]),
  );
  expect(result).toEqual({ user: "keeper", paths: ["page-1.md", "page-2.md", "page-3.md"] });
  expect(told).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
});

test("tasks that run at the same time get their own results", async () => {
  verifies("platform.worker");
  const { platform } = await testPlatform({ tasks });
  const numbers = Array.from({ length: 50 }, (_, index) => index);
  const doubled = await Promise.all(numbers.map((number) => platform.inWorker("double", number)));
  expect(doubled).toEqual(numbers.map((number) => number * 2));
});

describe("an error in a worker", () => {
  test("comes back as the refusal it was, from the core and from the platform", async () => {
    verifies("platform.worker");
    const { platform, folder } = await testPlatform({ tasks });
    const missing = await failure(platform.inWorker("refuse", undefined));
    expect(isWikiError(missing)).toBe(true);
    expect(missing).toMatchObject({ code: "page_not_found", data: { id: "lamp" }, exitCode: 3 });
    expect(missing).toMatchObject({ message: 'There is no page "lamp".', hint: expect.stringContaining("Find it") });
    const outside = await failure(platform.inWorker("escape", join(folder, "vault")));
    expect(outside).toMatchObject({ name: "WikiError", code: "path_outside", data: { path: "../outside.md" } });
  });

  test("that is a bug keeps its name and message", async () => {
    verifies("platform.worker");
    const { platform } = await testPlatform({ tasks });
    expect(await failure(platform.inWorker("stumble", 1))).toMatchObject({ name: "TypeError", message: "stumbled" });
    expect(await failure(platform.inWorker("throw-text", 1))).toMatchObject({ message: "no error at all" });
    expect(await failure(platform.inWorker("no-such-task", 1))).toMatchObject({ message: /no-such-task/ });
    expect(await failure(platform.inWorker("constructor", 1))).toMatchObject({ message: /constructor/ });
  });

  test("of copying the input or the result rejects that task only", async () => {
    verifies("platform.worker");
    const { platform } = await testPlatform({ tasks });
    await expect(platform.inWorker("double", () => 2)).rejects.toThrow(/could not be cloned/);
    await expect(platform.inWorker("uncopyable", 1)).rejects.toThrow(/could not be cloned/);
    expect(await platform.inWorker("double", 2)).toBe(4);
  });

  test("of whoever listens to the progress rejects the task and not the process", async () => {
    verifies("platform.worker");
    const { platform, folder } = await testPlatform({ tasks });
    const deaf = platform.inWorker("write-pages", folder, () => {
      throw new Error("deaf");
    });
    await expect(deaf).rejects.toThrow("deaf");
    expect(await platform.inWorker("double", 3)).toBe(6);
  });
});

test.each([
  ["crash", "the boiler burst"],
  ["exit", "ended with code 4"],
])("a worker's %s rejects what it was doing, and the next task gets a new worker", async (task, message) => {
  verifies("platform.worker");
  const { platform } = await testPlatform({ tasks });
  const slow = platform.inWorker(task, undefined);
  const beside = failure(platform.inWorker(task, undefined));
  await expect(slow).rejects.toThrow(message);
  expect(await beside).toBeInstanceOf(Error);
  expect(await platform.inWorker("double", 21)).toBe(42);
});

test("a lock that a worker holds is respected by the main thread", async () => {
  verifies("platform.worker", "platform.lock-excludes");
  const { platform, folder, files } = await testPlatform({ tasks });
  const story: string[] = [];
  let enter = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    enter = resolve;
  });
  const worker = platform
    .inWorker("hold-lock", join(folder, "vault"), () => enter())
    .then(() => story.push("worker out"));
  await held;
  await files("vault").withLock("lamp", async () => story.push("main in"));
  await worker;
  expect(story).toContain("main in");
  expect(files("vault").list("")).toEqual([]);
});

test("a platform without tasks says so", async () => {
  verifies("platform.worker");
  const { platform } = await testPlatform();
  await expect(platform.inWorker("double", 1)).rejects.toThrow(/without tasks/);
});

test("a tasks module that can't be loaded rejects the task", async () => {
  verifies("platform.worker");
  const { platform } = await testPlatform({ tasks: new URL("./no-such-tasks.ts", import.meta.url) });
  await expect(platform.inWorker("double", 1)).rejects.toThrow(/no-such-tasks/);
});

describe("a process with a worker", () => {
  // Shared, so that the sources are transpiled once.
  const variables = { XDG_CACHE_HOME: temporaryFolder() };
  const script = (body: string): readonly string[] => [
    process.execPath,
    "--input-type=module",
    "-e",
    `import { load } from ${JSON.stringify(new URL("../../../extensions/platform/load-built-or-source.mjs", import.meta.url))};
    const { nodePlatform } = await load("none.mjs", "extensions/platform/node-platform.ts");
    const platform = nodePlatform({ refuse: (code) => new Error(code), tasks: new URL(${JSON.stringify(tasks)}) });
    ${body}`,
  ];

  test("ends by itself when the worker is idle, and not before a task is done", async () => {
    verifies("platform.worker");
    const { platform, folder } = await testPlatform({ variables });
    // No timer ever fires: only a worker that does not keep the process alive lets it end.
    const body = `globalThis.setTimeout = () => setInterval(() => undefined, 1e6);
      platform.inWorker("hold-lock", ${JSON.stringify(folder)}).then((value) => console.log(value));`;
    expect(await platform.run(script(body), { timeoutMs: 25_000 })).toEqual({
      exitCode: 0,
      stdout: "released\n",
      stderr: "",
    });
  });

  test("keeps its standard output to itself, for a protocol", async () => {
    verifies("platform.worker");
    const { platform } = await testPlatform({ variables });
    const body = `console.log(await platform.inWorker("print", 1));`;
    expect(await platform.run(script(body))).toEqual({ exitCode: 0, stdout: "printed\n", stderr: "" });
  });
});
