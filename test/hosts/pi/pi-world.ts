/** A lighthouse's vault, and a Pi in which the extension is registered. */

import {
  type FakePi,
  type FakeSession,
  type FakeSessionOptions,
  fakeSession,
  openFakePi,
} from "../../support/fake-pi.ts";
import { openToolWorld, type ToolWorld, type ToolWorldOptions } from "../../tools/tool-world.ts";

export interface PiWorld extends ToolWorld {
  readonly pi: FakePi;
  /** A session in the project's folder that has not been started. */
  session(options?: Partial<FakeSessionOptions>): FakeSession;
  /** A session that has been started and whose index is open. */
  started(options?: Partial<FakeSessionOptions>): Promise<FakeSession>;
}

export const openPiWorld = async (options: ToolWorldOptions = {}): Promise<PiWorld> => {
  const world = await openToolWorld(options);
  const pi = openFakePi(world.platform);
  const session = (more: Partial<FakeSessionOptions> = {}): FakeSession => fakeSession({ cwd: world.project, ...more });
  return {
    ...world,
    pi,
    session,
    started: async (more) => {
      const opened = session(more);
      await pi.start(opened);
      return opened;
    },
  };
};

/** Two pages on the fog horn among others, so that they are rare enough to be recalled. */
export const furnish = ({ page }: Pick<ToolWorld, "page">): void => {
  for (const part of ["lens", "clockwork", "gallery", "store", "bell", "mast", "landing", "cistern", "stove"]) {
    for (const season of ["spring", "summer", "winter"]) {
      page(`notes/${part}-${season}`, `# Keeping the ${part} in ${season}\n\nThe ${part} is looked after daily.`);
    }
  }
  for (const part of ["reed", "boiler"]) {
    page(
      `notes/fog-horn-${part}`,
      `# Fog horn ${part}\n\nThe ${part} of the fog horn is greased with tallow before the first fog of autumn.`,
      { status: part === "boiler" ? "draft" : "stable" },
    );
  }
};

export const hornPrompt = "How do I grease the fog horn before the first fog of autumn?";
