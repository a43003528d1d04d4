/** Front matter and bodies as people and programs might write them, for property tests. */

import fc from "fast-check";

const phrase = fc
  .array(
    fc.constantFrom(
      "fog",
      "Lamp",
      "灯",
      "🔦",
      " ",
      ": ",
      " #",
      "#",
      "'",
      '"',
      "\\",
      "\n",
      "\r",
      "\t",
      "[",
      "{",
      ",",
      "- ",
      "&",
      "*",
      "!",
      "%",
      "@",
      "`",
      "|",
      ">",
      "?",
      "true",
      "null",
      "1.10",
      "2026-11-30",
      "\u2028",
      "\u0085",
      "\uFEFF",
      "\u00A0",
      "\uD800",
      "e\u0301",
      "---",
      "...",
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(""));

const text = fc.oneof(
  { weight: 3, arbitrary: phrase },
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.constantFrom("yes", "~", "0x1F", "1e5", "12", "-0", ".5", "=", "<<", "", " ", "no", "12:30", "1_0"),
);

const scalar = fc.oneof(
  text,
  fc.boolean(),
  fc.constant(null),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
);

const name = fc
  .oneof(
    fc.constantFrom("title", "status", "tags", "sources", "files", "constructor", "b c", "x:y", "true", "1", ""),
    text,
  )
  .filter((key) => key !== "__proto__");

export const yamlValue = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 4 }),
  fc.dictionary(name, scalar, { maxKeys: 3 }),
  fc.array(fc.dictionary(name, scalar, { maxKeys: 3 }), { maxLength: 3 }),
  fc.array(fc.array(fc.dictionary(name, scalar, { maxKeys: 2 }), { maxLength: 2 }), { maxLength: 2 }),
);

export const yamlKey = name.filter((key) => key.length < 100);

export const yamlData = fc.dictionary(yamlKey, yamlValue, { maxKeys: 6 }).map((data) => ({ ...data }));

/** Lines that tempt a reader to see front matter, headings and merges where there are none. */
export const bodyText = fc
  .array(
    fc.constantFrom(
      "# Lamp",
      "The lamp turns.",
      "",
      "---",
      "title: no",
      "```",
      "- item",
      "<<<<<<< HEAD",
      "  ",
      "灯台",
      "\uFEFF",
      "> quote",
    ),
    { maxLength: 8 },
  )
  .map((lines) => lines.join("\n"));
