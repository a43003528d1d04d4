import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { drawFrom } from "../../core/secrets/planted-secrets.ts";
import { workerTasks } from "../../tools/tool-world.ts";
import { openCommandLine } from "./command-line.ts";

const draw = drawFrom("command line");
const token = `ghp_${draw(36)}`;
const log = `# Relay\n\nAda sent ${token}.\n`;
const redactions = [{ rule: "github", count: 1 }];

test("capture says which secrets were replaced, to a program and to a person", async () => {
  verifies("secrets.answers");
  const cli = await openCommandLine({ tasks: workerTasks });
  await cli.run("init", "lighthouse");
  cli.put("relay.md", log);
  cli.put("relay-2.md", log.replace("Relay", "Second relay"));
  expect(await cli.json("capture", "relay.md")).toMatchObject({
    redactions,
    findings: [expect.objectContaining({ code: "secrets-redacted" })],
  });
  const { stdout, stderr } = await cli.run("capture", "relay-2.md");
  expect(stdout).toContain("\n  secrets replaced by [redacted:<rule>]: github 1\n");
  expect(stderr).toContain("Secrets were replaced by [redacted:<rule>]: github 1");
  cli.put("tides.md", "# Tides\n");
  expect(await cli.json("capture", "tides.md")).not.toHaveProperty("redactions");
});

test("note says which secrets were replaced", async () => {
  verifies("secrets.answers");
  const cli = await openCommandLine({ tasks: workerTasks });
  await cli.run("init", "lighthouse");
  const note = await cli.json("note", "--title", "Relay", "--type", "lesson", "--text", log);
  expect(note).toMatchObject({ redactions });
});

test("capture --force says in its help what it keeps, keeps the original alone, and says so", async () => {
  verifies("secrets.answers", "secrets.capture-forced");
  const cli = await openCommandLine({ tasks: workerTasks });
  await cli.run("init", "lighthouse");
  expect((await cli.run("help", "capture")).stdout.replace(/\s+/g, " ")).toContain(
    "keep the original with the secrets it holds; text, title and page are written without them all the same",
  );
  cli.put("relay.md", log);
  const captured = await cli.json("capture", "relay.md", "--force");
  const folder = String(captured["path"]);
  expect(readFileSync(join(folder, "original/relay.md"), "utf8")).toBe(log);
  expect(readFileSync(join(folder, "extracted.md"), "utf8")).not.toContain(token);
  expect(captured["findings"]).toMatchObject([
    { message: expect.stringContaining("in text and page; the original has them, as was asked for: github 1") },
  ]);
});

test("import names files with secrets, which it leaves as they are", async () => {
  verifies("secrets.imported");
  const cli = await openCommandLine({ tasks: workerTasks });
  await cli.run("init", "lighthouse");
  cli.put("handbook/relay.md", log);
  const { stderr } = await cli.run("import", "handbook");
  expect(stderr).toContain("relay.md was imported as it is, with what looks like secrets: github 1");
  expect(stderr).not.toContain(token);
});
