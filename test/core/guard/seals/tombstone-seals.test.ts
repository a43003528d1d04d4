import { expect, test } from "vitest";
import { openLedger } from "../../../../extensions/core/ledger/ledger-store.ts";
import { openTombstones } from "../../../../extensions/core/trust/tombstones/tombstone-store.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { keeper } from "../../ledger/ledger-words.ts";
import { commitAll, sealedWorld } from "./sealed-world.ts";

const path = "meta/tombstones.jsonl";
const file = `.llm-wiki/${path}`;
const claims = ["The lamp burns colza oil", "The bell is bronze", "The horn is loud"];

const rejectingWorld = async (options?: { readonly git?: boolean }) => {
  const sealed = await sealedWorld(options);
  const { platform } = sealed.world;
  const tombstones = async () => {
    const [vault] = (await sealed.workspace().layers()).layers;
    if (vault === undefined) throw new Error("there is no vault");
    return openTombstones({ platform, vault, ledger: openLedger({ platform, vault }) });
  };
  const reject = async (claim: string): Promise<void> => {
    await (await tombstones()).add({ claims: [claim], reason: "It is not so" }, keeper(platform));
  };
  for (const claim of claims) await reject(claim);
  await sealed.idle();
  const lines = (): readonly string[] => (sealed.text(path) ?? "").split("\n").filter((line) => line !== "");
  return { ...sealed, lines, reject, tombstones };
};

const damages: readonly (readonly [string, string, string, number])[] = [
  ["its tail cut", `head -n 1 ${file} > t; cat t > ${file}`, "cut", 2],
  ["a line edited", `sed -i '2s/bronze/iron/' ${file}`, "edited", 2],
  ["a line removed", `sed -i 2d ${file}`, "edited", 2],
  ["its lines turned round", `tac ${file} > t; cat t > ${file}`, "reordered", 2],
  ["no file at all", `rm ${file}`, "removed", 1],
  ["nothing in it", `: > ${file}`, "cut", 1],
  ["a made-up lift at its end", `echo '{"kind":"lift","id":"x","lifts":["y"],"sum":"z"}' >> ${file}`, "junk", 4],
  ["an event at its end", `echo '{"kind":"lint","timestamp":"2026-11-30T12:00:00Z"}' >> ${file}`, "junk", 4],
];

test.each(damages)("tombstones with %s are put back", async (_what, command, was, line) => {
  verifies("tombstones.sealed");
  const { lines, call, tombstones } = await rejectingWorld();
  const before = lines();
  expect(before).toHaveLength(3);
  expect(await call(command)).toMatchObject([{ path, was, line }]);
  expect(lines()).toEqual(before);
  expect((await tombstones()).all()).toHaveLength(3);
  expect(await call("true")).toEqual([]);
});

test("a tombstone that is added while the file is healed is there afterwards", async () => {
  verifies("tombstones.sealed");
  const { call, lines, reject, user, tombstones } = await rejectingWorld();
  user(`sed -i 2d ${file}`);
  await Promise.all([call("true"), reject("The fog is thick"), reject("The stairs are steep")]);
  expect(lines()).toHaveLength(5);
  expect((await tombstones()).blocks(["The bell is bronze."])).toHaveLength(1);
  expect((await tombstones()).blocks(["The fog is thick."])).toHaveLength(1);
});

test("what the user's git took away stays away from the file, and holds all the same", async () => {
  verifies("tombstones.old-checkout", "tombstones.sealed");
  const sealed = await rejectingWorld({ git: true });
  commitAll(sealed);
  await sealed.reject("The fog is thick");
  commitAll(sealed);
  sealed.user("git checkout -q HEAD~1");
  expect(await sealed.idle()).toEqual([]);
  expect(sealed.lines()).toHaveLength(3);
  expect((await sealed.tombstones()).blocks(["The fog is thick."])).toHaveLength(1);
});
