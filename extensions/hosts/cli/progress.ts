/** Shows how far long work is: a bar on a terminal, else a line now and then. The owner of cli-progress. */

import type { Output } from "./world.ts";

export interface Progress {
  update(done: number, total: number): void;
  end(): void;
}

export interface ProgressPlace {
  readonly stream: Output;
  /** Milliseconds of a clock that never goes back. */
  elapsed(): number;
}

export const noProgress: Progress = { update: () => undefined, end: () => undefined };

export const openProgress = async (label: string, place: ProgressPlace): Promise<Progress> =>
  place.stream.isTTY ? await openBar(label, place.stream) : openLines(label, place);

const openBar = async (label: string, stream: Output): Promise<Progress> => {
  const { default: bars } = await import("cli-progress");
  const bar = new bars.SingleBar(
    {
      stream,
      format: `${label} {bar} {value} of {total}`,
      clearOnComplete: true,
      // Its own handling of signals would swallow Ctrl-C; the terminal's modes stay as they are instead.
      gracefulExit: false,
      hideCursor: false,
      linewrap: true,
    },
    bars.Presets.rect,
  );
  let isStarted = false;
  return {
    update: (done, total) => {
      if (!isStarted) bar.start(total, done);
      isStarted = true;
      bar.setTotal(total);
      bar.update(done);
    },
    end: () => {
      if (isStarted) bar.stop();
    },
  };
};

const betweenLinesMs = 1_000;

const openLines = (label: string, { stream, elapsed }: ProgressPlace): Progress => {
  let latest = elapsed();
  return {
    update: (done, total) => {
      if (elapsed() - latest < betweenLinesMs) return;
      latest = elapsed();
      stream.write(`${label} ${done} of ${total}\n`);
    },
    end: () => undefined,
  };
};
