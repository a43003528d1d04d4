/** Draws what a terminal shows, with its colours, as an SVG. Pure. */

interface Style {
  readonly colour: string | undefined;
  readonly background: string | undefined;
  readonly isBold: boolean;
  readonly isDim: boolean;
}

interface Run {
  readonly text: string;
  readonly column: number;
  readonly style: Style;
}

const plain: Style = { colour: undefined, background: undefined, isBold: false, isDim: false };

const paper = "#15181e";
const ink = "#d5d9e0";
/** The eight colours of a terminal, then the bright ones. */
const palette = (
  "#3b4048 #e06c75 #98c379 #e5c07b #61afef #c678dd #56b6c2 #c8ccd4 " +
  "#5c6370 #ef8b93 #b3d797 #f0d399 #8bc4f5 #d7a1e7 #84cfd9 #ffffff"
).split(" ");

const cell = { width: 8.4, height: 18 };
const margin = 14;

/** `screen` as `tmux capture-pane -e` gives it. */
export const terminalSvg = (
  screen: string,
  { columns, title }: { readonly columns: number; readonly title: string },
) => {
  const rows = screen.replace(/\n$/, "").split("\n");
  const [width, height] = [columns * cell.width + 2 * margin, rows.length * cell.height + 2 * margin];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${round(height)}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="${paper}"/>`,
    `<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="14">`,
    ...rowsOf(rows).flatMap((runs, row) => runs.flatMap((run) => drawn(run, row))),
    "</g>",
    "</svg>",
    "",
  ].join("\n");
};

const drawn = ({ text, column, style }: Run, row: number): readonly string[] => {
  const [x, y] = [margin + column * cell.width, margin + row * cell.height];
  const width = round(text.length * cell.width);
  const { colour = ink, background, isBold, isDim } = style;
  const behind =
    background === undefined
      ? []
      : [`<rect x="${round(x)}" y="${round(y)}" width="${width}" height="${cell.height}" fill="${background}"/>`];
  if (text.trim() === "") return behind;
  const more = `${isBold ? ' font-weight="bold"' : ""}${isDim ? ' opacity="0.6"' : ""}`;
  const place = `x="${round(x)}" y="${round(y + 13)}" textLength="${width}"`;
  return [...behind, `<text ${place} fill="${colour}"${more}>${escaped(text)}</text>`];
};

const round = (number: number): number => Math.round(number * 10) / 10;

/** Blanks are kept by all that draw an SVG only when they may not break. */
const escaped = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replaceAll(" ", "\u00a0");

/** A style goes on from row to row until it is changed. */
const rowsOf = (rows: readonly string[]): readonly (readonly Run[])[] => {
  let style = plain;
  return rows.map((row) => {
    const runs: Run[] = [];
    let column = 0;
    for (const [, codes, text = ""] of row.matchAll(/\u001b\[([0-9;]*)m|([^\u001b]+)/g)) {
      if (codes !== undefined) style = styled(style, codes === "" ? [0] : codes.split(";").map(Number));
      else runs.push({ text, column, style });
      column += text.length;
    }
    return runs;
  });
};

const styled = (before: Style, codes: readonly number[]): Style => {
  const [code = 0, ...rest] = codes;
  const [style, taken] = one(before, code, rest);
  const left = rest.slice(taken);
  return left.length === 0 ? style : styled(style, left);
};

/** What a code makes of a style, and how many of the codes after it belong to it. */
const one = (style: Style, code: number, rest: readonly number[]): readonly [Style, number] => {
  if (code === 38 || code === 48) {
    const [kind, first = 0, second = 0, third = 0] = rest;
    const [colour, taken] = kind === 2 ? [`rgb(${first},${second},${third})`, 4] : [indexed(first), 2];
    return [code === 38 ? { ...style, colour } : { ...style, background: colour }, taken];
  }
  return [simple(style, code), 0];
};

const simple = (style: Style, code: number): Style => {
  if (code === 0) return plain;
  if (code === 1) return { ...style, isBold: true };
  if (code === 2) return { ...style, isDim: true };
  if (code === 22) return { ...style, isBold: false, isDim: false };
  if (code === 39) return { ...style, colour: undefined };
  if (code === 49) return { ...style, background: undefined };
  if (code >= 30 && code <= 37) return { ...style, colour: palette[code - 30] };
  if (code >= 90 && code <= 97) return { ...style, colour: palette[code - 82] };
  return style;
};

/** One of 256: the palette, a cube of six steps, and greys. */
const indexed = (index: number): string | undefined => {
  if (index < 16) return palette[index];
  if (index > 231) return `rgb(${[0, 0, 0].map(() => 8 + (index - 232) * 10).join()})`;
  const steps = [Math.floor((index - 16) / 36), Math.floor((index - 16) / 6) % 6, (index - 16) % 6];
  return `rgb(${steps.map((step) => (step === 0 ? 0 : 55 + step * 40)).join()})`;
};
