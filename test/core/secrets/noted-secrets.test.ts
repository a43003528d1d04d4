import { expect, test } from "vitest";
import { proposeNote } from "../../../extensions/core/trust/propose-note.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { type TestPlatform, testPlatform } from "../../support/test-platform.ts";
import { vaultIn } from "../sources/lighthouse-vault.ts";
import { drawFrom } from "./planted-secrets.ts";

const draw = drawFrom("noted");
const [first, second, third, fourth, fifth] = [draw(36), draw(36), draw(36), draw(36), draw(36)].map(
  (body) => `ghp_${body}`,
);

const settingIn = (world: TestPlatform) => ({
  vault: vaultIn(world),
  context: { platform: world.platform, actor: "keeper", channel: "tool" as const },
  candidates: [],
  links: "wiki" as const,
  version: "0.0.0",
});

test("a note is written without the secrets of any of its fields", async () => {
  verifies("secrets.notes");
  const world = await testPlatform();
  const request = {
    title: `Relay wants ${first}`,
    type: "procedure",
    text: `Send ${second} at night.`,
    description: `With ${third}.`,
    triggers: [`what is ${fourth} for`],
    sources: [`https://relay.lamps.io/?by=${fifth}`],
  };
  const proposed = await proposeNote(request, settingIn(world));
  const { files } = vaultIn(world);
  const everything = files.scan("").files.map(({ path }) => `${path}\n${files.readText(path) ?? ""}`);
  for (const secret of [first, second, third, fourth, fifth]) expect(everything.join("\n")).not.toContain(secret);
  expect(proposed.redactions).toEqual([{ rule: "github", count: 5 }]);
  expect(proposed.findings.find(({ code }) => code === "secrets-redacted")?.message).toContain("github 5");
  expect(everything.join("\n")).toContain("Send [redacted:github] at night.");
});

test("a note without secrets is written as it is, and nothing is said of them", async () => {
  verifies("secrets.notes");
  const world = await testPlatform();
  const request = { title: "Relay wants a key", type: "procedure", text: "Set `RELAY_KEY=<your-key>` at night." };
  const proposed = await proposeNote(request, settingIn(world));
  expect(proposed).not.toHaveProperty("redactions");
  expect(vaultIn(world).files.readText(`wiki/${proposed.id}.md`)).toContain(request.text);
});
