import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { recordOf } from "../../../extensions/hosts/session-steps.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { openToolWorld, workerTasks } from "../../tools/tool-world.ts";
import { type PlantedSecret, plantedInPlace, plantedTokens } from "../secrets/planted-secrets.ts";
import { type LampSession, lampSession } from "./lamp-session.ts";

const everyFile = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(
      (entry) => `${join(entry.parentPath, entry.name)}\n${readFileSync(join(entry.parentPath, entry.name), "latin1")}`,
    )
    .join("\n");

/** Fields that a session file has, each holding what it is given. */
const fields: readonly ((session: LampSession, text: string, number: number) => LampSession)[] = [
  (session, text) => session.asks(text),
  (session, text) => session.asks([{ type: "text", text }]),
  (session, text) => session.says(text),
  (session, text, n) => session.says("", [[`c${n}`, "bash", { command: text }]]).told(`c${n}`, "bash", "ok"),
  (session, text, n) => session.says("", [[`c${n}`, "bash", { command: "ls" }]]).told(`c${n}`, "bash", text),
  (session, text, n) =>
    session
      .says("", [[`c${n}`, "bash", { command: "ls" }]])
      .told(`c${n}`, "bash", `${text}\n\nCommand exited with code 1`, { isError: true }),
  (session, text, n) =>
    session
      .says("", [[`c${n}`, "write", { path: "a.txt", content: `lamp\n${text}\nwick` }]])
      .told(`c${n}`, "write", "ok"),
  (session, text, n) =>
    session
      .says("", [[`c${n}`, "edit", { path: "a.txt", oldText: "lamp", newText: text }]])
      .told(`c${n}`, "edit", "ok", { details: { diff: text } }),
  (session, text, n) =>
    session.says("", [[`c${n}`, "edit", { path: "a.txt", edits: [{ oldText: text, newText: "x" }] }]]),
  (session, text, n) => session.says("", [[`c${n}`, "read", { path: text }]]).told(`c${n}`, "read", "lamp"),
  (session, text, n) => session.says("", [[`c${n}`, "send", { deep: [{ er: { text } }] }]]),
  (session, text, n) => session.says("", [[`c${n}`, "send", { [text]: 1 }]]),
  (session, text, n) => session.says("", [[text, text, {}]]).told(text, text, "ok", { details: { n } }),
  (session, text, n) =>
    session.says("", [[`c${n}`, "run", {}]]).told(`c${n}`, "run", "ok", { details: { stderr: text, list: [text] } }),
  (session, text) => session.says("", [], { stopReason: "error", errorMessage: text }),
  (session, text) => session.says("", [], { stopReason: "aborted", model: text }),
  (session, text) => session.types(text, "ok", 0),
  (session, text) => session.types("ls", text, 1),
  (session, text) => session.entry({ type: "branch_summary", summary: text }),
  (session, text) => session.asks([{ type: "image", mimeType: text, data: "bGFtcA==" }]),
  (session, text, n) =>
    session.says("", [[`c${n}`, "codemode", { code: text }]]).told(`c${n}`, "codemode", "ok", {
      nestedCalls: {
        calls: [{ id: `c${n}/0`, name: "bash", status: "error", error: text, arguments: { command: text } }],
      },
    }),
  // In the middle of what is cut.
  (session, text, n) =>
    session
      .says("", [[`c${n}`, "bash", { command: "log" }]])
      .told(`c${n}`, "bash", `${"x\n".repeat(9_000)}${text}\n${"y\n".repeat(9_000)}`),
  // On the border of what is cut.
  (session, text, n) =>
    session
      .says("", [[`c${n}`, "bash", { command: "log" }]])
      .told(`c${n}`, "bash", `${"x".repeat(1_990)}\n${text}\n${"y\n".repeat(9_000)}`),
];

const planted: readonly PlantedSecret[] = [...plantedTokens("trajectory"), ...plantedInPlace("trajectory")];

test("none of the secrets of a session, in whatever field, reaches vault, cache or state folder", async () => {
  verifies("trajectories.secrets");
  const world = await openToolWorld({ tasks: workerTasks });
  let session = lampSession().asks("Mend the lamp");
  for (const [number, { text }] of planted.entries()) {
    const put = fields[number % fields.length];
    if (put !== undefined) session = put(session, text, number);
  }
  const [inTitle, inName, inRoot] = plantedTokens("names");
  const root = { ...session.entries[0], id: inRoot?.secret };
  const record = recordOf([root, ...session.entries.slice(1)], {
    session: inName?.secret ?? "",
    cwd: world.project,
    platform: world.platform,
  });
  const title = `Lamp ${inTitle?.text}`;
  const captured = await world.workspace.trajectories.capture(() => record, { title });
  await world.workspace.settle();
  expect(planted.length).toBeGreaterThan(60);
  expect(captured?.redactions.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(60);
  const disk = everyFile(world.folder);
  expect(disk).toContain("[redacted:");
  const all = [...planted, inTitle, inName, inRoot].flatMap((one) => one ?? []);
  const left = all.filter(({ secret }) => disk.includes(secret) || disk.includes(JSON.stringify(secret).slice(1, -1)));
  expect(left.map(({ name }) => name)).toEqual([]);
});

test("a secret that was shown once is taken out where nothing around it tells", async () => {
  verifies("trajectories.secrets");
  const world = await openToolWorld();
  const secret = "Fresnel!8841lens";
  const session = lampSession()
    .asks(`Log in: DB_PASSWORD=${secret}`)
    .says("", [["c1", "bash", { command: "psql" }]])
    .told("c1", "bash", `keeper ${secret} accepted`);
  const record = recordOf(session.entries, { session: "s", cwd: world.project, platform: world.platform });
  await world.workspace.trajectories.capture(() => record, {});
  expect(everyFile(world.project)).toContain("keeper [redacted:");
  expect(everyFile(world.folder)).not.toContain(secret);
});
