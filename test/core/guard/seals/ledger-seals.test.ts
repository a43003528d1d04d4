import { describe, expect, test } from "vitest";
import { verifies } from "../../../acceptance/verifies.ts";
import { commitAll, sealedWorld } from "./sealed-world.ts";

const path = "meta/events.jsonl";

const loggedWorld = async (options?: { readonly git?: boolean }) => {
  const sealed = await sealedWorld(options);
  for (const subject of ["Lamp", "Bell", "Fog"]) await sealed.capture(`# ${subject}\n\nOf the ${subject}.\n`);
  await sealed.idle();
  const lines = (): readonly string[] => (sealed.text(path) ?? "").split("\n").filter((line) => line !== "");
  return { ...sealed, lines };
};

const file = `.llm-wiki/${path}`;

const damages: readonly (readonly [string, string, string, number])[] = [
  ["its tail cut", `head -n 4 ${file} > t; cat t > ${file}`, "cut", 5],
  ["cut in the middle of a line", `truncate -s -20 ${file}`, "edited", 7],
  ["a line edited", `sed -i '3s/keeper/warden/' ${file}`, "edited", 3],
  ["a line removed", `sed -i 2d ${file}`, "edited", 2],
  ["its lines turned round", `tac ${file} > t; cat t > ${file}`, "reordered", 2],
  [
    "another file in its place",
    `echo '{"kind":"lint","timestamp":"2026-11-30T12:00:00Z"}' > t; mv t ${file}`,
    "edited",
    1,
  ],
  ["no file at all", `rm ${file}`, "removed", 1],
  ["nothing in it", `: > ${file}`, "cut", 1],
  ["rubbish at its end", `echo not an event >> ${file}`, "junk", 8],
];

describe.each([false, true])("in a project with git: %s, a ledger with", (git) => {
  test.each(damages)("%s is put back", async (_what, command, was, line) => {
    verifies("seals.ledger-healed");
    const { lines, call, workspace } = await loggedWorld({ git });
    const before = lines();
    expect(before).toHaveLength(7);
    const found = await call(command);
    expect(found).toMatchObject([{ path, was, line }]);
    // Only our own record of it is new.
    expect(lines().slice(0, 7)).toEqual(before.slice(0, 7));
    expect(
      lines()
        .slice(7)
        .every((text) => text.includes("tamper_") || text.includes("2026-11-30T12:00:00Z")),
    ).toBe(true);
    expect((await workspace().verify()).findings.filter(({ severity }) => severity !== "info")).toEqual([]);
    expect(await call("true")).toEqual([]);
  });
});

test("the damaged ledger is kept, and the line names what happened where", async () => {
  verifies("seals.evidence-kept", "seals.recorded");
  const { call, text, events } = await loggedWorld();
  const [found] = await call(`sed -i 2d ${file}`);
  expect(
    text(found?.kept ?? "")
      ?.trim()
      .split("\n"),
  ).toHaveLength(6);
  expect(events("tamper_detected")).toMatchObject([
    { paths: [{ path, was: "edited", line: 2 }], command: `sed -i 2d ${file}` },
  ]);
});

test("lines that were cut between sessions are put back, committed or not", async () => {
  verifies("seals.session-start");
  const sealed = await loggedWorld({ git: true });
  commitAll(sealed);
  await sealed.capture("# Horn\n\nIt is loud.\n");
  const before = sealed.lines();
  sealed.user(`head -n 2 ${file} > t; cat t > ${file}`);
  expect(await sealed.restart()).toMatchObject([{ was: "cut", line: 3 }]);
  expect(sealed.lines().slice(0, before.length)).toEqual(before);
});

test("events that are appended while it is healed are all there afterwards", async () => {
  verifies("seals.ledger-appends-kept");
  const { call, lines, capture, idle, user } = await loggedWorld();
  await idle();
  user(`sed -i 3d ${file}`);
  const [, ...captured] = await Promise.all([
    call("true"),
    ...["A", "B", "C", "D", "E", "F"].map((name) => capture(`# ${name}\n\nText of ${name}.\n`)),
  ]);
  await idle();
  const recorded = lines().flatMap((line) => JSON.parse(line).source_id ?? []);
  for (const id of captured) expect(recorded.filter((one) => one === id)).not.toEqual([]);
  expect(lines().filter((line) => line.includes('"capture"'))).toHaveLength(9);
});

test("lines of other tools stay, whoever wrote them", async () => {
  verifies("seals.peer-vaults");
  const { call, lines } = await loggedWorld();
  const line = '{"kind":"capture","source_id":"SRC-2026-01-01-001","timestamp":"2026-01-01T00:00:00Z"}';
  expect(await call(`echo '${line}' >> ${file}`)).toEqual([]);
  expect(lines()).toContain(line);
  await call(`sed -i '$d' ${file}`);
  expect(lines()).toContain(line);
});
