/** Ways in which code changes below a page that is about it, each with what is to be found. */

export type Files = Readonly<Record<string, string | undefined>>;

export interface CodeCase {
  readonly name: string;
  /** What the page names. */
  readonly ref: string;
  readonly before: Files;
  /** Undefined takes a file away. */
  readonly after: Files;
  readonly expected: "same" | "moved" | "body" | "shape" | "gone";
}

const pool = `import { connect } from "./wire";

/** How many lamps burn at once. */
const most = 10;

export const openPool = (path: string, size = most): Pool => {
  const lamps = [];
  for (let at = 0; at < size; at += 1) lamps.push(connect(path, { retry: 3 }));
  return new Pool(lamps);
};

export class Pool {
  private readonly lamps: Lamp[];
  limit = 4;

  constructor(lamps: Lamp[]) {
    this.lamps = lamps;
  }

  take(wanted: number): Lamp {
    if (wanted > this.limit) throw new Error("too many");
    return this.lamps[wanted];
  }
}
`;

const bell = `"""Rings the bell."""
import time

STROKES = 4


def ring(strokes, pause=2):
    """Rings and waits."""
    for stroke in range(strokes):
        print("ding", stroke)
        time.sleep(pause)
    return strokes
`;

const horn = `package horn

type Horn struct {
	Tone int
}

func (h *Horn) Sound(times int) error {
	for i := 0; i < times; i++ {
		if err := h.blow(i, h.Tone); err != nil {
			return err
		}
	}
	return nil
}
`;

const source = "src/pool.ts";
const open = `${source}#openPool`;

const edited = (from: string, to: string, text = pool): string => {
  if (!text.includes(from)) throw new Error(`The case has no "${from}".`);
  return text.replace(from, to);
};

const inPool = (name: string, ref: string, expected: CodeCase["expected"], after: string): CodeCase => ({
  name,
  ref,
  before: { [source]: pool },
  after: { [source]: after },
  expected,
});

export const codeCases: readonly CodeCase[] = [
  inPool("nothing", open, "same", pool),
  inPool("neighbour", open, "same", edited('"too many"', '"far too many"')),
  inPool("comment", open, "same", edited("  const lamps = [];", "  // One after the other.\n  const lamps = [];")),
  inPool(
    "reformat",
    open,
    "same",
    edited(
      "export const openPool = (path: string, size = most): Pool => {",
      "export const openPool = (\n    path: string,\n    size = most,\n): Pool => {",
    ).replace("connect(path, { retry: 3 })", "connect(path, {\n        retry: 3,\n    })"),
  ),
  inPool("crlf", open, "same", pool.replaceAll("\n", "\r\n")),
  inPool("method-under-class", `${source}#Pool`, "same", edited('"too many"', '"far too many"')),
  {
    name: "file-move",
    ref: open,
    before: { [source]: pool },
    after: { [source]: undefined, "src/lamps/pool.ts": pool },
    expected: "moved",
  },
  {
    name: "whole-file-move",
    ref: source,
    before: { [source]: pool },
    after: { [source]: undefined, "src/lamps/pool.ts": pool },
    expected: "moved",
  },
  inPool("rename", open, "moved", pool.replaceAll("openPool", "openLamps")),
  inPool("export-kept", source, "same", edited("retry: 3", "retry: 4")),
  inPool("body", open, "body", edited("retry: 3", "retry: 4")),
  inPool("field-value", `${source}#Pool`, "body", edited("limit = 4", "limit = 5")),
  inPool("constant", `${source}#most`, "body", edited("most = 10", "most = 12")),
  inPool("signature", open, "shape", edited("path: string, size = most", "path: string, size: number")),
  inPool("method-signature", `${source}#Pool`, "shape", edited("take(wanted: number)", "take(wanted: bigint)")),
  inPool("export-gone", source, "shape", edited("export class Pool", "class Pool")),
  inPool(
    "deletion",
    open,
    "gone",
    edited(pool.slice(pool.indexOf("export const openPool"), pool.indexOf("export class")), ""),
  ),
  { name: "file-deletion", ref: open, before: { [source]: pool }, after: { [source]: undefined }, expected: "gone" },
  {
    name: "python-docstring",
    ref: "bell.py#ring",
    before: { "bell.py": bell },
    after: { "bell.py": edited("Rings and waits.", "Rings, then waits.", bell) },
    expected: "same",
  },
  {
    name: "python-block",
    ref: "bell.py#ring",
    before: { "bell.py": bell },
    after: { "bell.py": edited("        time.sleep(pause)", "    time.sleep(pause)", bell) },
    expected: "body",
  },
  {
    name: "go-method",
    ref: "horn.go#Horn",
    before: { "horn.go": horn },
    after: { "horn.go": edited("return err\n", "return fail(err)\n", horn) },
    expected: "same",
  },
  {
    name: "go-method-signature",
    ref: "horn.go#Horn",
    before: { "horn.go": horn },
    after: { "horn.go": edited("times int", "times uint", horn) },
    expected: "shape",
  },
  {
    name: "other-file",
    ref: "lamp.conf",
    before: { "lamp.conf": "oil = 4\n" },
    after: { "lamp.conf": "oil = 5\n" },
    expected: "body",
  },
  {
    name: "other-file-crlf",
    ref: "lamp.conf",
    before: { "lamp.conf": "oil = 4\n" },
    after: { "lamp.conf": "oil = 4\r\n" },
    expected: "same",
  },
];
