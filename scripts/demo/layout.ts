/** How the demo prints: plain lines with a label column, coloured only where that is wanted. */

const colours = process.stdout.isTTY === true && (process.env["NO_COLOR"] ?? "") === "";

const painted =
  (code: number) =>
  (text: string): string =>
    colours ? `\u001b[${code}m${text}\u001b[0m` : text;

export const bold = painted(1);
export const dim = painted(2);
export const green = painted(32);

const labelWidth = 14;
const width = Math.min(Math.max(process.stdout.columns ?? 100, 60), 110);

export const print = (text = ""): void => {
  process.stdout.write(`${text}\n`);
};

const wrap = (text: string, room: number): readonly string[] => {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line === "") lines[lines.length - 1] = word;
    else if (line.length + word.length < room) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
};

/** A label, then text that wraps beside it and keeps its own line breaks. */
export const field = (label: string, text: string, paint: (line: string) => string = (line) => line): void => {
  const lines = text.split("\n").flatMap((line) => wrap(line, width - labelWidth));
  for (const [index, line] of lines.entries()) {
    const head = (index === 0 ? label : "").padEnd(labelWidth);
    print(`${dim(head)}${paint(line)}`.trimEnd());
  }
};

/** The first lines of a long text, each cut to the width, with what was left out named. */
export const shortened = (text: string, most: number): string => {
  const room = width - labelWidth;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const cut = lines.slice(0, most).map((line) => (line.length > room ? `${line.slice(0, room - 1)}…` : line));
  const left = lines.length - cut.length;
  return left > 0 ? [...cut, `… and ${left} more ${left === 1 ? "line" : "lines"}`].join("\n") : cut.join("\n");
};
