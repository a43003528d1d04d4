/** A screen that a test reads, with the keys of somebody who sits before it. */

export interface FakeScreen {
  readonly columns: number;
  readonly rows: number;
  /** Undefined while nothing is open on it. */
  readonly shown: string | undefined;
  /** True once something that was opened on it is closed. */
  readonly isClosed: boolean;
  /** What the screen shows once it holds the text. */
  waitFor(text: string | RegExp): Promise<string>;
  /** Input as a terminal sends it. */
  type(data: string): void;
  /** The terminal goes away. */
  hangUp(): void;
  /** For the host: opens it, with where input goes. */
  open(onInput: (data: string) => void, onGone?: () => void): void;
  show(rows: readonly string[]): void;
  close(): void;
}

/** Our own colours; anything else that commands a terminal would be left to be seen. */
const colours = /\u001b\[\d+m/g;

const longestWaitMs = 10_000;

export const fakeScreen = ({ columns = 100, rows = 30 } = {}): FakeScreen => {
  let listener: ((data: string) => void) | undefined;
  let gone: (() => void) | undefined;
  let shown: string | undefined;
  let isClosed = false;
  const waiting = new Set<() => void>();
  return {
    columns,
    rows,
    get shown() {
      return shown;
    },
    get isClosed() {
      return isClosed;
    },
    waitFor: (text) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`The screen never showed ${text}:\n${shown}`)), longestWaitMs);
        const look = (): void => {
          if (shown === undefined || !(typeof text === "string" ? shown.includes(text) : text.test(shown))) return;
          clearTimeout(late);
          waiting.delete(look);
          resolve(shown);
        };
        waiting.add(look);
        look();
      }),
    type: (data) => {
      if (listener === undefined) throw new Error("Nobody listens to the keys.");
      listener(data);
    },
    hangUp: () => gone?.(),
    open: (onInput, onGone) => {
      listener = onInput;
      gone = onGone;
      isClosed = false;
    },
    show: (lines) => {
      if (listener === undefined) throw new Error("Something is drawn on a screen that is not open.");
      if (lines.length > rows) throw new Error(`${lines.length} rows do not fit on ${rows}.`);
      shown = lines.join("\n").replace(colours, "");
      for (const look of [...waiting]) look();
    },
    close: () => {
      listener = undefined;
      shown = undefined;
      isClosed = true;
    },
  };
};
