/** A terminal as a screen: drawn as a whole, read key by key, and given back as it was, however the process ends. */

export interface ScreenEvents {
  onInput(data: string): void;
  onResize(): void;
  /** Nobody is there any more: the terminal went away, or the process is asked to end. */
  onGone(): void;
}

export interface Screen {
  size(): { readonly columns: number; readonly rows: number };
  /** Rows from the top, painted; what was there before is gone. */
  show(rows: readonly string[]): void;
  close(): void;
}

export type OpenScreen = (events: ScreenEvents) => Screen;

/** Another buffer than that of the shell, no cursor, and pasted text marked as such. */
const enter = "\u001b[?1049h\u001b[?25l\u001b[?2004h";
const leave = "\u001b[?2004l\u001b[?25h\u001b[?1049l";

const framed = (rows: readonly string[]): string =>
  `\u001b[H${rows.map((row) => `${row}\u001b[K`).join("\r\n")}\u001b[J`;

const endSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Undefined unless keys come from a terminal and a terminal shows what is written. */
export const processScreen = (): OpenScreen | undefined =>
  process.stdin.isTTY === true && process.stdout.isTTY === true ? openProcessScreen : undefined;

const openProcessScreen: OpenScreen = ({ onInput, onResize, onGone }) => {
  const { stdin, stdout } = process;
  const restore = (): void => {
    stdin.setRawMode(false);
    stdout.write(leave);
  };
  const close = (): void => {
    stdin.off("data", onInput).off("end", onGone).off("error", onGone);
    stdout.off("resize", onResize);
    for (const signal of endSignals) process.off(signal, onGone);
    process.off("exit", restore);
    restore();
    stdin.pause();
  };
  process.on("exit", restore);
  stdout.write(enter);
  stdin.setRawMode(true);
  stdin.setEncoding("utf8").on("data", onInput).on("end", onGone).on("error", onGone);
  // A screen that was closed has paused it.
  stdin.resume();
  stdout.on("resize", onResize);
  for (const signal of endSignals) process.on(signal, onGone);
  return {
    size: () => ({ columns: stdout.columns, rows: stdout.rows }),
    show: (rows) => void stdout.write(framed(rows)),
    close,
  };
};
