/**
 * Attempts to get out of recalled text, each put into a page that is recalled: what is in which field, and what no
 * surface may let through. Judged by rules of its own, not by those of the code that is tested.
 */

import { readFileSync } from "node:fs";

export interface Attempt {
  readonly id: string;
  readonly kind: string;
  readonly where: "title" | "body" | "summary" | "tags" | "alias" | "source" | "trigger" | "type" | "date" | "id";
  readonly text: string;
  /** What a reader might take for the end of the fence or of the turn: no surface repeats it as it is. */
  readonly tag?: string;
}

const fixture = new URL("../fixtures/injection/attempts.jsonl", import.meta.url);

export const attempts: readonly Attempt[] = readFileSync(fixture, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

export const honest = "The reed of the fog horn is greased with tallow before the first fog of autumn.";

export interface HostilePage {
  readonly id: string;
  readonly text: string;
  readonly frontMatter: Readonly<Record<string, unknown>>;
}

const ownId = "notes/fog-horn-reed";

/** The page that holds the attempt; in a body before and after what it says honestly. */
export const pagesWith = ({ where, text }: Attempt): readonly HostilePage[] => {
  const page = { id: ownId, text: honest, frontMatter: { title: "Fog horn reed", type: "procedure" } };
  const also = (field: Readonly<Record<string, unknown>>): readonly HostilePage[] => [
    { ...page, frontMatter: { ...page.frontMatter, ...field } },
  ];
  switch (where) {
    case "body":
      return [
        { ...page, text: `${honest}\n${text}` },
        { ...page, text: `${text}\n${honest}` },
      ];
    case "id":
      return [{ ...page, id: `notes/fog horn reed ${text}` }];
    case "title":
      return also({ title: `Fog horn reed ${text}` });
    case "summary":
      return also({ description: text });
    case "tags":
      return also({ tags: [text] });
    case "alias":
      return also({ aliases: [text] });
    case "source":
      return also({ sources: [text] });
    case "trigger":
      return also({ recall_triggers: [text] });
    case "type":
      return also({ type: text });
    case "date":
      return also({ updated: `2026-11-01${text}` });
  }
};

/** Characters that no text for a model or a terminal holds, apart from line feeds and what letters and emoji need. */
const neverShown =
  /(?![\t\n])\p{Cc}|\p{Bidi_Control}|(?![\u200c\u200d]|[\ufe00-\ufe0f])\p{DI}|[\u2028\u2029\u2800\ufff9-\ufffb]|[\u0000-\u02ff](?:[\u200c\u200d]|[\ufe00-\ufe0f])|(?:[\u200c\u200d]|[\ufe00-\ufe0f]){2}/u;

/** What is wrong with a text that was shown; empty when all is well. */
export const leaksIn = (shown: string, { tag }: Pick<Attempt, "tag">): readonly string[] => {
  // Our own fence is no repetition.
  const inside = shown.replace("<wiki-recall>\n", "").replace("\n</wiki-recall>", "");
  const found = neverShown.exec(shown)?.[0];
  return [
    ...(found === undefined ? [] : [`holds ${JSON.stringify(found)}`]),
    ...(tag !== undefined && inside.includes(tag) ? [`repeats ${JSON.stringify(tag)}`] : []),
  ];
};

/** Anything like our tag: any bracket, then the name, with anything but letters around its words. */
const anyTag =
  /[<\uff1c\ufe64\u2039\u3008\u27e8\u276e\u02c2\u1438\u00ab][^\p{L}\p{N}<]*(?:\p{L}:)?wiki[^\p{L}\p{N}]{0,3}recall/giu;

/** What is outside of the one fence of a text; throws when there is another number of them, or a broken one. */
export const outsideFence = (text: string): string => {
  const tags = text.normalize("NFKD").match(anyTag) ?? [];
  const parts = /^([\s\S]*?)<wiki-recall>\n([\s\S]*)\n<\/wiki-recall>([\s\S]*)$/.exec(text);
  if (parts === null || tags.join(" ") !== "<wiki-recall </wiki-recall") throw new Error(`Not one fence: ${text}`);
  return `${parts[1]}${parts[3]}`.trim();
};

/** Texts of scripts and code that must come through as they are. */
export const legitimate: readonly string[] = [
  "الفنار يضيء السفن في الليل",
  "مجموعهٔ چراغ‌ها را می‌خواهم، نمی‌شود",
  "המגדלור מאיר את הים בלילה",
  "दीपस्तंभ क्‍षेत्र श्र‌ी प्रकाश",
  "പ്രകാശഗോപുരം അവന്‍ വന്നു",
  "ශ්‍රී ලංකා ප්‍රදීපාගාරය",
  "ᠮᠣᠩᠭᠣᠯ᠋ ᠪᠢᠴᠢᠭ",
  "👩‍🚒 👨‍👩‍👧‍👦 ❤️‍🔥 🏴‍☠️ 👍🏽 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ☎︎",
  "灯台の光 葛󠄀城 등대",
  'Vec<String>, a < b && c > d, <div class="lamp">oil</div>, x << 2, [link](https://harbour.example)',
  "`<wick>` and <https://harbour.example/>, List<wiki>, F# `xs |> f <| y`, ⟨ψ|φ⟩, «fog», ‹horn›",
  "wiki-recall, the wiki_recall tool, [wiki-recall](x.md), [INSTALL], <summary>, &lt;b&gt;",
];
