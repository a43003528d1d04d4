/**
 * Takes out of a turn what neither the user nor the model said of their own: blocks of the memory, context files,
 * skills, pasted files, and what tools were told and answered. Memory that is distilled again would confirm itself. Pure.
 */

/** Gives the own words of a text; what repeats a sentence of the given texts is not among them. */
export const openOwnWords = (given: readonly string[]): ((text: string) => string) => {
  const known = new Set(given.flatMap((text) => sentencesIn(withoutTags(text)).map(folded)));
  return (text) => {
    const own = withoutContext(withoutBlocks(withPlainTags(text)))
      .split(/\r?\n/)
      .filter((line) => !toolLine.test(line))
      .flatMap((line) => (known.size === 0 ? [line] : withoutKnown(line, known)));
    const joined = own.join("\n").replace(/\n{3,}/g, "\n\n");
    return isSaying(joined) ? joined.trim() : "";
  };
};

/** Tags in which hosts, agents and the memory put what is not a person's or a model's own. */
const tags = [
  "wiki-[a-z-]+",
  "(?:file|skill)(?=\\s+name=)",
  "available_skills",
  "project_(?:instructions|context)",
  "user_instructions",
  "environment_context",
  "system-reminder",
  "tool_(?:call|use|result)s?",
  "function_(?:call|result)s?",
  "(?:bash|command|local-command)-[a-z]+",
  "thinking",
];

/** The rest of a tag behind its name: a line ends in it only before an attribute. */
const tagEnd = "(?=[\\s>])(?:[^>\\n]|\\n(?=\\s*[\\w-]+=)){0,400}>";

const opener = new RegExp(`<(${tags.join("|")})${tagEnd}`, "gi");

const disguisedTag = /(?:<|＜|&lt;)\s{0,4}(\/?)\s{0,4}(wiki-[a-z-]+)\s{0,4}(?:>|＞|&gt;)/gi;

/** Tags of ours as they are when somebody copied them from elsewhere; nothing invisible belongs into a Latin word. */
const withPlainTags = (text: string): string =>
  text.replace(/(?<=[\w<＜/-])[\u00ad\u200b-\u200d\u2060\ufeff]+(?=[\w-])/g, "").replace(disguisedTag, "<$1$2>");

/** A block that is not closed goes to the end: what it began as can't be told from what follows. */
const withoutBlocks = (text: string): string => {
  let kept = "";
  let from = 0;
  for (;;) {
    opener.lastIndex = from;
    const begin = opener.exec(text);
    if (begin === null) return kept + text.slice(from);
    kept += text.slice(from, begin.index);
    const name = begin[1] ?? "";
    const after = begin.index + begin[0].length;
    const end = closingOf(text, name, after);
    if (end === undefined) return kept;
    from = end;
  }
};

/** Behind the last closing tag before the next opening one of the same name: page text may hold a closing tag. */
const closingOf = (text: string, name: string, from: number): number | undefined => {
  const mark = new RegExp(`<(/?)${name}${tagEnd}`, "gi");
  mark.lastIndex = from;
  let end: number | undefined;
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    if (found[1] === "") break;
    end = found.index + found[0].length;
  }
  return end;
};

const withoutTags = (text: string): string => text.replace(/<\/?[a-z][^>\n]{0,400}>/gi, "\n");

const contextHeading =
  "#{1,3}[ \\t]+(?:project context|(?:AGENTS|CLAUDE)\\.md(?: instructions\\b.*)?|(?:/|[A-Z]:\\\\)\\S{0,300}(?:AGENTS|CLAUDE)\\.md)[ \\t]*$";

/**
 * A context file that a host put in: a block, or plain text up to the next first-level heading or the end. The heading
 * that such a file begins with is its own.
 */
const context = new RegExp(
  `^${contextHeading}(?:\\s*^${contextHeading})*\\s*(?:<INSTRUCTIONS>[\\s\\S]*?(?:</INSTRUCTIONS>|$(?![\\s\\S]))|(?:^# .*$)?[\\s\\S]*?(?=^# |$(?![\\s\\S])))`,
  "gim",
);

const withoutContext = (text: string): string => text.replace(context, "");

const toolLine =
  /^\s*(?:\[(?:tool|calling|called|ran|running)\b[^\]\n]*\].*|(?:tool (?:call|result|output)|exit code)s?:.*)$/i;

/** Sentences shorter than this are anybody's: "It failed." repeats nothing. */
const shortestRepeat = 12;

const sentencesIn = (text: string): readonly string[] =>
  text.split(/\n+|(?<=[.!?;:])\s+|(?<=[。！？])/).filter((sentence) => folded(sentence).length >= shortestRepeat);

const withoutKnown = (line: string, known: ReadonlySet<string>): readonly string[] => {
  if (line.trim() === "") return [line];
  if (known.has(folded(line))) return [];
  const parts = line.split(/(?<=[.!?;:])(?=\s)|(?<=[。！？])/);
  const own = parts.filter((part) => !known.has(folded(part)));
  if (own.length === parts.length) return [line];
  // What only announces the repetition goes with it.
  return own.every((part) => part.trimEnd().endsWith(":")) ? [] : [own.join("").trim()];
};

/** What is compared: letters and digits alone, so that quotes, lists and emphasis make no other sentence. */
const folded = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const isSaying = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
