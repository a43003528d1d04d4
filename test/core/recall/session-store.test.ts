import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openSessionStore } from "../../../extensions/core/recall/session-store.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { faultRuns } from "../../support/fault-runs.ts";
import { testPlatform } from "../../support/test-platform.ts";

const lamp = "a".repeat(64);
const horn = "b".repeat(64);

describe("the pages that a session was sent", () => {
  test("are remembered between processes, each session by itself", async () => {
    verifies("cli.inject-session");
    const { platform, folder } = await testPlatform();
    await openSessionStore(platform).add("night-watch", [lamp]);
    await openSessionStore(platform).add("night-watch", [horn, lamp]);
    const again = openSessionStore((await testPlatform({ folder })).platform);
    expect([...again.seen("night-watch")]).toEqual([lamp, horn]);
    expect([...again.seen("day-watch")]).toEqual([]);
  });

  test.each(["../../escape", "Night", "night", "/root", "", "a".repeat(300), "nul\u0000", "_night"])(
    "are kept apart for the session id %j, in one folder",
    async (id) => {
      const { platform, folder } = await testPlatform();
      const store = openSessionStore(platform);
      await store.add(id, [lamp]);
      expect([...store.seen(id)]).toEqual([lamp]);
      expect([...store.seen(`${id}x`)]).toEqual([]);
      expect(readdirSync(join(folder, "state/pi-wiki/sessions"))).toHaveLength(1);
      expect(readdirSync(join(folder, "state/pi-wiki"))).toEqual(["sessions"]);
    },
  );

  test("are forgotten thirty days after the last one, when another session begins", async () => {
    verifies("cli.sessions-swept");
    const { platform, clock, files } = await testPlatform();
    const store = openSessionStore(platform);
    await store.add("autumn", [lamp]);
    await files("state/pi-wiki/sessions").write("torn.json", '{"updated":');
    clock.set("2026-12-30T11:59:00.000Z");
    await store.add("christmas", [lamp]);
    expect(files("state/pi-wiki").list("sessions")).toEqual(["autumn.json", "christmas.json"]);
    clock.set("2026-12-30T12:01:00.000Z");
    await store.add("new-year", [lamp]);
    expect(files("state/pi-wiki").list("sessions")).toEqual(["christmas.json", "new-year.json"]);
  });

  test("count as none when their file is damaged, and are kept from then on", async () => {
    const { platform, files } = await testPlatform();
    const store = openSessionStore(platform);
    for (const text of ["", "[]", '{"updated":1,"pages":[]}', '{"updated":"2026-11-30","pages":"x"}', "\u0000"]) {
      await files("state/pi-wiki/sessions").write("night-watch.json", text);
      expect([...store.seen("night-watch")]).toEqual([]);
    }
    await store.add("night-watch", [lamp]);
    expect([...store.seen("night-watch")]).toEqual([lamp]);
  });

  test("are whole or as before at every fault point", async () => {
    const points = await faultRuns({
      arrange: ({ platform }) => openSessionStore(platform).add("night-watch", [lamp]),
      act: ({ platform }) => openSessionStore(platform).add("night-watch", [horn]),
      check: ({ platform }) => {
        expect([lamp, `${lamp} ${horn}`]).toContain([...openSessionStore(platform).seen("night-watch")].join(" "));
      },
    });
    expect(points).toBeGreaterThan(3);
  });

  test("being impossible to keep stops nobody", async () => {
    const { platform, files } = await testPlatform();
    await files("state").write("pi-wiki", "a file in the folder's place");
    const store = openSessionStore(platform);
    await store.add("night-watch", [lamp]);
    expect([...store.seen("night-watch")]).toEqual([]);
  });
});
