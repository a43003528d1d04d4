import { chmodSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import type { FakeSession } from "../../support/fake-pi.ts";
import { openPiWorld } from "./pi-world.ts";

const lampWorld = async () => {
  const world = await openPiWorld();
  const { id } = await world.workspace.capture({ text: "# Lamp\n\nIt burns oil.\n" });
  const place = join(world.project, ".llm-wiki/raw/sources", id, "extracted.md");
  const forge = (): void => {
    chmodSync(place, 0o644);
    writeFileSync(place, "forged");
  };
  return { ...world, id, place, forge, text: () => world.read(`lighthouse/.llm-wiki/raw/sources/${id}/extracted.md`) };
};

const warnings = ({ notices }: FakeSession): readonly string[] =>
  notices.filter(({ type }) => type === "warning").map(({ text }) => text);

/** A script's name tells nothing of what it does. */
const build = { command: "npm run build" };

test("what a call altered is put back, and the user and the model are told in one line, once", async () => {
  verifies("seals.told-once", "seals.around-calls", "seals.model-told");
  const { pi, started, forge, text, id } = await lampWorld();
  const session = await started();
  const result = await pi.toolCall(session, "bash", build, forge);
  expect(text()).toContain("It burns oil.");
  expect(result).toMatch(
    /^done\nwiki: .*extracted\.md was changed by bash \(npm run build\); what was sealed was put back/,
  );
  expect(warnings(session)).toHaveLength(1);
  expect(warnings(session)[0]).toContain(`raw/sources/${id}/extracted.md`);
  expect(warnings(session)[0]).not.toContain("\n");
  expect(await pi.toolCall(session, "bash", build)).toBe("done");
  expect(warnings(session)).toHaveLength(1);
});

test("what was altered before the session or between calls is put back and laid to no call's charge", async () => {
  verifies("seals.session-start", "seals.around-calls");
  const { pi, session, forge, text } = await lampWorld();
  forge();
  const first = session();
  await pi.start(first);
  await vi.waitFor(() => expect(warnings(first)).toHaveLength(1));
  expect(text()).toContain("It burns oil.");
  forge();
  expect(await pi.toolCall(first, "bash", build)).toBe("done");
  expect(text()).toContain("It burns oil.");
  expect(warnings(first)).toHaveLength(2);
  expect(warnings(first).join("\n")).not.toContain("npm run build");
});

test("a call that was broken off is checked at the end of the turn", async () => {
  verifies("seals.around-calls");
  const { pi, started, forge, text } = await lampWorld();
  const session = await started();
  const broken = (): never => {
    forge();
    throw new Error("aborted");
  };
  await expect(pi.toolCall(session, "bash", build, broken)).rejects.toThrow("aborted");
  await pi.turnEnd(session);
  expect(text()).toContain("It burns oil.");
  expect(warnings(session)[0]).toContain("by a tool");
});

test("a file that a call added to a packet is taken out at the end of the turn", async () => {
  verifies("seals.strangers-out", "seals.around-calls");
  const { pi, started, place } = await lampWorld();
  const session = await started();
  await pi.toolCall(session, "bash", build, () => writeFileSync(`${place}.more`, "forged"));
  await pi.turnEnd(session);
  expect(existsSync(`${place}.more`)).toBe(false);
  expect(warnings(session)[0]).toContain("extracted.md.more was put among captured sources");
});

test("tools that only read are not waited for", async () => {
  verifies("seals.around-calls");
  const { pi, started, forge, text } = await lampWorld();
  const session = await started();
  expect(await pi.toolCall(session, "read", { path: "log.md" }, forge)).toBe("done");
  expect(text()).toBe("forged");
});

test("switched off, the wiki still puts back what was altered", async () => {
  verifies("seals.switched-off");
  vi.stubEnv("PI_WIKI", "off");
  const { pi, session, forge, text } = await lampWorld();
  const quiet = session();
  expect(pi.tools.size).toBe(0);
  await pi.toolCall(quiet, "bash", build, forge);
  expect(text()).toContain("It burns oil.");
  vi.unstubAllEnvs();
});

test("a state folder that is out of reach is told in the status line, and nothing stops", async () => {
  verifies("seals.no-disk");
  const { pi, started, workspace, folder } = await lampWorld();
  rmSync(join(folder, "state"), { recursive: true });
  writeFileSync(join(folder, "state"), "a file where the folder should be");
  await workspace.capture({ text: "# Bell\n\nIt rings.\n" });
  const session = await started();
  expect(await pi.toolCall(session, "bash", build)).toBe("done");
  await pi.turnEnd(session);
  expect(session.statuses.at(-1)).toContain("Captured files can't be sealed.");
});
