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
  const result = await platform.inWorker("write-pages", join(folder, "vault"), {
    onProgress: (done, total) => told.push([done, total]),
  });
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
    const deaf = platform.inWorker("write-pages", folder, {
      onProgress: () => {
        throw new Error("deaf");
      },
    });
    await expect(deaf).rejects.toThrow("deaf");
    expect(await platform.inWorker("double", 3)).toBe(6);
  });
});

test("a worker's exit rejects what it was doing, and the next task gets a new worker", async () => {
  verifies("platform.worker");
  const { platform } = await testPlatform({ tasks });
  const slow = platform.inWorker("exit", undefined);
  const beside = failure(platform.inWorker("exit", undefined));
  await expect(slow).rejects.toThrow("ended with code 4");
  expect(await beside).toBeInstanceOf(Error);
  expect(await platform.inWorker("double", 21)).toBe(42);
});

describe("a stray failure of a library in a worker", () => {
  test.each(["crash", "stray-rejection"])("ends no other task: %s", async (stray) => {
    verifies("platform.worker-strays");
    const { platform } = await testPlatform({ tasks });
    const beside = platform.inWorker("wait", 50);
    expect(await platform.inWorker(stray, undefined)).toBe("went on");
    expect(await beside).toBe("waited");
    expect(await platform.inWorker("double", 21)).toBe(42);
  });
});

describe("a task that may be ended", () => {
  test("is ended in whatever it is doing, and takes no other along", async () => {
    verifies("platform.worker-ends");
    const { platform } = await testPlatform({ tasks });
    const beside = platform.inWorker("wait", 200);
    const alike = platform.inWorker("wait", 200, { limitMs: 60_000 });
    await expect(platform.inWorker("spin", undefined, { limitMs: 20 })).rejects.toMatchObject({
      name: "TimeoutError",
      message: "it took longer than 0.02 seconds",
    });
    expect([await beside, await alike]).toEqual(["waited", "waited"]);
  });

  test("ends by a signal with its reason, also while it waits for its turn", async () => {
    verifies("platform.worker-ends");
    const { platform } = await testPlatform({ tasks });
    const controller = new AbortController();
    const { signal } = controller;
    const spinning = [1, 2, 3, 4].map(() => failure(platform.inWorker("spin", undefined, { signal })));
    controller.abort(new Error("the keeper went home"));
    for (const ended of await Promise.all(spinning)) expect(ended).toMatchObject({ message: "the keeper went home" });
    await expect(platform.inWorker("double", 2, { signal })).rejects.toThrow("the keeper went home");
    expect(await platform.inWorker("double", 2, { signal: new AbortController().signal })).toBe(4);
  });

  test("runs with few others at a time, and all have their turn", async () => {
    verifies("platform.worker-ends");
    const { platform } = await testPlatform({ tasks });
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    const doubled = await Promise.all(
      numbers.map((number) => platform.inWorker("double", number, { limitMs: 60_000 })),
    );
    expect(doubled).toEqual(numbers.map((number) => number * 2));
  });

  test("tells how far it is, and its own errors keep their code", async () => {
    verifies("platform.worker-ends");
    const { platform, folder } = await testPlatform({ tasks });
    const told: number[] = [];
    const options = { limitMs: 60_000, onProgress: (done: number) => told.push(done) };
    await platform.inWorker("write-pages", join(folder, "vault"), options);
    expect(told).toEqual([1, 2, 3]);
    expect(await failure(platform.inWorker("refuse", undefined, options))).toMatchObject({ code: "page_not_found" });
    expect(await platform.inWorker("double", 3, options)).toBe(6);
  });
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
    .inWorker("hold-lock", join(folder, "vault"), { onProgress: () => enter() })
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

  test("keeps what it prints to itself: a host may speak a protocol, or draw on the terminal", async () => {
    verifies("platform.worker");
    const { platform } = await testPlatform({ variables });
    const body = `console.log(await platform.inWorker("print", 1));`;
    expect(await platform.run(script(body))).toEqual({ exitCode: 0, stdout: "printed\n", stderr: "" });
  });
});
