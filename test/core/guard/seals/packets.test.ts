import { chmodSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { recordOf } from "../../../../extensions/hosts/session-steps.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { mendedLamp } from "../../trajectories/lamp-session.ts";
import { sealedWorld } from "./sealed-world.ts";

const lamp = "# Lamp\n\nThe lamp burns oil.\n";

const lampWorld = async (options?: { readonly git?: boolean }) => {
  const sealed = await sealedWorld(options);
  const id = await sealed.capture(lamp);
  return { ...sealed, id, folder: `raw/sources/${id}` };
};

const ways: Readonly<Record<string, (file: string) => string>> = {
  "written over": (file) => `chmod +w ${file}; echo forged > ${file}`,
  "written over with its times put back": (file) =>
    `touch -r ${file} ref; chmod +w ${file}; printf '# Lamp\\n\\nThe lamp burns gas.\\n' > ${file}; touch -r ref ${file}; chmod 444 ${file}`,
  "replaced by another file": (file) => `echo forged > new; mv -f new ${file}`,
  removed: (file) => `rm -f ${file}`,
  "replaced by a link": (file) => `cp ${file} copy; ln -sf $PWD/copy ${file}`,
  "replaced by a folder": (file) => `rm -f ${file}; mkdir ${file}; echo x > ${file}/x`,
  "lost with its folder": (file) => `rm -rf $(dirname ${file})`,
  "lost with all of raw": () => "rm -rf .llm-wiki/raw",
  "lost behind a link in place of raw": () => "mv .llm-wiki/raw elsewhere; ln -s $PWD/elsewhere .llm-wiki/raw",
  "lost behind a file in place of raw": () => "rm -rf .llm-wiki/raw; echo x > .llm-wiki/raw",
  "lost with the vault": () => "rm -rf .llm-wiki",
};

describe.each([false, true])("in a project with git: %s, a captured file", (git) => {
  test.each(Object.keys(ways))("%s is put back", async (way) => {
    verifies("seals.packet-healed", "seals.told-once");
    const { id, folder, text, call, workspace } = await lampWorld({ git });
    const before = [
      text(`${folder}/manifest.json`),
      text(`${folder}/extracted.md`),
      text(`${folder}/original/text.md`),
    ];
    const found = await call(ways[way]?.(`.llm-wiki/${folder}/extracted.md`) ?? "");
    expect(found.map(({ path }) => path)).toContain(`${folder}/extracted.md`);
    expect(found.flatMap(({ problem }) => problem ?? [])).toEqual([]);
    expect([
      text(`${folder}/manifest.json`),
      text(`${folder}/extracted.md`),
      text(`${folder}/original/text.md`),
    ]).toEqual(before);
    expect((await workspace().verify()).findings).toEqual([]);
    expect(await call("true")).toEqual([]);
    expect(text(`wiki/sources/${id}.md`) !== undefined || way === "lost with the vault").toBe(true);
  });
});

describe("a captured trajectory", () => {
  test.each(["packet.json", "extracted.md", "manifest.json"])(
    "has its %s put back, whatever a shell did",
    async (name) => {
      verifies("seals.packet-healed", "trajectories.forget");
      const { call, list, text, workspace, world, project } = await sealedWorld();
      const { entries } = mendedLamp();
      const record = recordOf(entries, { session: "session-1", cwd: project, platform: world.platform });
      const captured = await workspace().trajectories.capture(() => record, {});
      const folder = `raw/trajectories/${captured?.id}`;
      const file = `.llm-wiki/${folder}/${name}`;
      const before = text(`${folder}/${name}`);
      expect(before).toBeDefined();
      for (const way of [`chmod +w ${file}; sed -i s/failed/passed/ ${file}; echo x >> ${file}`, `rm -rf ${file}`]) {
        expect((await call(way)).map(({ path }) => path)).toEqual([`${folder}/${name}`]);
        expect(text(`${folder}/${name}`)).toBe(before);
      }
      await call("rm -rf .llm-wiki/raw/trajectories");
      expect(list(folder)).toEqual(["extracted.md", "manifest.json", "packet.json"]);
      expect((await workspace().verify()).findings).toEqual([]);
    },
  );
});

test("what was found in place of a sealed file is kept, and so is what stood beside it", async () => {
  verifies("seals.evidence-kept");
  const { folder, text, call, put } = await lampWorld();
  put("wiki/notes/fog.md", "Fog.\n");
  const [found] = await call(
    `chmod +w .llm-wiki/${folder}/extracted.md; echo forged > .llm-wiki/${folder}/extracted.md; echo more >> .llm-wiki/wiki/notes/fog.md`,
  );
  expect(found?.kept).toMatch(/^outputs\/tampered\/[^/]+\/raw\/sources\//);
  expect(text(found?.kept ?? "")).toBe("forged\n");
  expect(text("wiki/notes/fog.md")).toBe("Fog.\nmore\n");
});

test("the ledger names the files and the command, whose secrets are taken out", async () => {
  verifies("seals.recorded");
  const { folder, call, events } = await lampWorld();
  const key = `ghp_${"Qz7Lk2Vx9Rt4".repeat(3)}`;
  await call(`TOKEN=${key} rm -rf .llm-wiki/${folder}`);
  const [detected] = events("tamper_detected");
  expect(detected).toMatchObject({ tool: "bash", count: 3, channel: "system" });
  expect(detected?.["command"]).toContain(`rm -rf .llm-wiki/${folder}`);
  expect(JSON.stringify(events("tamper_detected"))).not.toContain(key);
  expect(events("tamper_restored")).toMatchObject([{ count: 3 }]);
});

test("what was altered while no session ran is put back by the next one", async () => {
  verifies("seals.session-start");
  const { folder, text, user, restart } = await lampWorld();
  user(`chmod +w .llm-wiki/${folder}/extracted.md; echo forged > .llm-wiki/${folder}/extracted.md`);
  expect(await restart()).toMatchObject([{ path: `${folder}/extracted.md`, was: "changed" }]);
  expect(text(`${folder}/extracted.md`)).toBe(lamp);
  expect(await restart()).toEqual([]);
});

test("a file or link that a call put among captured ones is taken out", async () => {
  verifies("seals.strangers-out");
  const { folder, call, list } = await lampWorld();
  const found = await call(
    `echo x > .llm-wiki/raw/loose.txt; echo y > .llm-wiki/${folder}/more.md; ln -s /etc/hosts .llm-wiki/raw/link; mkdir -p .llm-wiki/raw/sources/SRC-2026-11-30-077; echo '{}' > .llm-wiki/raw/sources/SRC-2026-11-30-077/manifest.json`,
  );
  expect(found.map(({ path, was }) => [path, was])).toEqual([
    ["raw/loose.txt", "added"],
    [`${folder}/more.md`, "added"],
    ["raw/sources/SRC-2026-11-30-077/manifest.json", "added"],
    ["raw/link", "added"],
  ]);
  expect(list("raw")).toEqual(["sources"]);
  expect(list(folder)).toEqual(["extracted.md", "manifest.json", "original"]);
});

test("a file that a person put beside captured ones stays, and no later call is blamed for it", async () => {
  verifies("seals.strangers-out");
  const { folder, call, user, idle, text } = await lampWorld();
  user(`echo x > .llm-wiki/raw/inbox.txt; echo y > .llm-wiki/${folder}/more.md`);
  expect(await idle()).toEqual([]);
  expect(await call("echo hello > greeting")).toEqual([]);
  user("echo z > .llm-wiki/raw/inbox.txt");
  expect(await idle()).toEqual([]);
  expect(text("raw/inbox.txt")).toBe("z\n");
  expect(text(`${folder}/more.md`)).toBe("y\n");
  expect(await call("echo forged > .llm-wiki/raw/inbox.txt")).toMatchObject([
    { path: "raw/inbox.txt", was: "changed" },
  ]);
  expect(text("raw/inbox.txt")).toBe("z\n");
});

test("what another process of ours captures while a call runs stays", async () => {
  verifies("seals.strangers-out");
  const { workspace, capture, list } = await lampWorld();
  await workspace().seals.begin();
  await capture("# Bell\n\nIt rings in fog.\n");
  expect(await workspace().seals.check({ tool: "bash", command: "sleep 1", mayWriteAnywhere: true })).toEqual([]);
  expect(list("raw/sources")).toHaveLength(2);
});

test("config.json and task memory that a call changed are put back, and may be changed by hand", async () => {
  verifies("seals.packet-healed");
  const { call, user, idle, put, text } = await lampWorld();
  put("tasks/lens/memories/ann.md", "# Ann\n");
  const config = text("config.json");
  await idle();
  expect(await call("echo '{}' > .llm-wiki/config.json; echo x >> .llm-wiki/tasks/lens/memories/ann.md")).toHaveLength(
    2,
  );
  expect(text("config.json")).toBe(config);
  expect(text("tasks/lens/memories/ann.md")).toBe("# Ann\n");
  user("echo more >> .llm-wiki/tasks/lens/memories/ann.md");
  expect(await idle()).toEqual([]);
  expect(text("tasks/lens/memories/ann.md")).toBe("# Ann\nmore\n");
});

test("a sealed copy that was destroyed too is told, once", async () => {
  verifies("seals.told-once");
  const { folder, call, idle, world } = await lampWorld();
  const found = await call(`rm -rf .llm-wiki/${folder} ${world.folder}/state/pi-wiki/*/seals/copies`);
  expect(found.map(({ problem }) => problem)).toEqual(Array(3).fill("Its sealed copy is gone too."));
  expect(await idle()).toEqual([]);
  expect(await call("true")).toEqual([]);
});

test("a packet of another tool, without hashes, is sealed as it is found", async () => {
  verifies("seals.peer-vaults");
  const { put, idle, call, text } = await lampWorld();
  put("raw/sources/SRC-2026-01-01-001/manifest.json", '{"id":"SRC-2026-01-01-001","title":"Old log"}\n');
  put("raw/sources/SRC-2026-01-01-001/extracted.md", "Old.\n");
  expect(await idle()).toEqual([]);
  await call("echo forged > .llm-wiki/raw/sources/SRC-2026-01-01-001/extracted.md");
  expect(text("raw/sources/SRC-2026-01-01-001/extracted.md")).toBe("Old.\n");
});

test("a state folder that can't be written stops nothing, and is told", async () => {
  verifies("seals.no-disk");
  const sealed = await sealedWorld();
  const state = join(sealed.world.folder, "state");
  rmSync(state, { recursive: true, force: true });
  sealed.world.platform.files(sealed.world.folder).kind("state");
  await sealed.world.files().write("state", "a file where the folder should be");
  chmodSync(join(sealed.world.folder, "state"), 0o444);
  const id = await sealed.capture(lamp);
  expect(sealed.text(`raw/sources/${id}/extracted.md`)).toBe(lamp);
  expect(await sealed.call("true")).toEqual([]);
  expect(sealed.workspace().seals.problems().join()).toMatch(/state|folder/);
});

test("what a task's verbs remembered while a call ran, or in it, stays; what else it did to memories does not", async () => {
  verifies("tasks.guarded");
  const { call, idle, text, workspace } = await lampWorld();
  const { tasks } = workspace();
  await tasks.open({ title: "Lens" });
  await tasks.remember({ task: "lens", text: "It has eight panels." });
  await idle();
  await workspace().seals.begin();
  await tasks.remember({ task: "lens", text: "One is cracked." });
  const memory = text("tasks/lens/memories/keeper.md");
  expect(await workspace().seals.check({ tool: "bash", command: "sleep 1", mayWriteAnywhere: true })).toEqual([]);
  expect(text("tasks/lens/memories/keeper.md")).toBe(memory);
  expect(memory).toContain("One is cracked.");

  const found = await call("echo forged >> .llm-wiki/tasks/lens/memories/keeper.md");
  expect(found.map(({ path, was }) => [path, was])).toEqual([["tasks/lens/memories/keeper.md", "changed"]]);
  expect(text("tasks/lens/memories/keeper.md")).toBe(memory);
});
