import { expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { testPlatform } from "../../support/test-platform.ts";
import { keep, type LampSession, lampSession, recordIn } from "./lamp-session.ts";

/** Whole files written again and again, of signs that take so many bytes each. */
const bigSession = (writes: number, sign: string, length: number): LampSession => {
  let session = lampSession().asks("Mend it");
  for (let number = 0; number < writes; number += 1) {
    const line = `${sign.repeat(20)} ${number}\n`;
    const content = line.repeat(Math.ceil(length / line.length));
    session = session
      .says("", [[`c${number}`, "write", { path: `part-${number % 5}.ts`, content }]])
      .told(`c${number}`, "write", "Written.")
      .says("", [[`t${number}`, "bash", { command: "npm test" }]])
      .told(`t${number}`, "bash", `${content.slice(0, 300)}\n\nCommand exited with code 1`, { isError: true });
  }
  return session;
};

test.each([
  [300, "lamp", 4_000],
  [700, "l", 1_200],
  [60, "燈", 10_000],
])(
  "%d writes of %s make a packet of at most a tenth of the session",
  async (writes, sign, length) => {
    verifies("trajectories.short");
    const world = await testPlatform();
    const session = bigSession(writes, sign, length);
    const { bytes } = recordIn(world, session.entries);
    expect(bytes).toBeGreaterThan(1_000_000);
    const captured = await keep(world, session);
    const size = captured?.files.reduce((sum, file) => sum + file.bytes, 0) ?? 0;
    expect(size).toBeGreaterThan(10_000);
    expect(size).toBeLessThan(bytes / 10 - 4_000);
  },
  60_000,
);
