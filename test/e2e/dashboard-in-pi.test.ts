import { describe, expect, test } from "vitest";
import { hostNames } from "../../scripts/support/pi-host.ts";
import { openRpc, shownText } from "../../scripts/support/pi-rpc.ts";
import { openSandbox } from "../../scripts/support/pi-sandbox.ts";
import { verifies } from "../acceptance/verifies.ts";
import { installedPackage } from "./pack.ts";

const isServed = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

describe.each(hostNames)("/wiki dashboard in the %s Pi", (host) => {
  test("it shows one address for the session, serves it, and ends with the session", async () => {
    verifies("dashboard.in-pi");
    const sandbox = await openSandbox({ host, extension: installedPackage() });
    try {
      const session = await openRpc(sandbox);
      let url = "";
      try {
        const shown = async (line: string): Promise<string> => shownText((await session.command(line)).events);
        const first = await shown("/wiki dashboard");
        url = /http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]+/.exec(first)?.[0] ?? first;
        expect(await isServed(url)).toBe(true);
        expect(await shown("/wiki dashboard")).toContain(url);
        expect(await shown("/wiki dashboard stop")).toMatch(/closed/);
        await expect.poll(() => isServed(url), { timeout: 5000 }).toBe(false);
        url = /http:\S+/.exec(await shown("/wiki dashboard"))?.[0] ?? "";
        expect(await isServed(url)).toBe(true);
      } finally {
        await session.close();
      }
      await expect.poll(() => isServed(url), { timeout: 5000 }).toBe(false);
    } finally {
      await sandbox.close();
    }
  });
});
