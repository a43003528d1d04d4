/** What the person typed in a session, read from its own branch. */

import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import type { SaidWords } from "../../core/trust/proposals.ts";

type Branch = ReturnType<ExtensionContext["sessionManager"]["getBranch"]>;
type Entry = Branch[number];

/** Oldest first. What extensions put into the context, our recall among it, stands in entries of another kind. */
export const saidIn = (branch: Branch): readonly SaidWords[] =>
  branch.flatMap((entry) => {
    const text = typedIn(entry);
    return text === "" ? [] : [{ text, entry: entry.id }];
  });

const typedIn = (entry: Entry): string => {
  if (entry.type !== "message" || entry.message.role !== "user") return "";
  const { content } = entry.message;
  const parts =
    typeof content === "string" ? [content] : content.map((part) => (part.type === "text" ? part.text : ""));
  return withoutAttached(parts.join("\n")).trim();
};

/** Pi puts files and skills that a person names into their message; whatever such a file holds is not typed. */
const withoutAttached = (text: string): string => text.replace(/<(file|skill) name="[\s\S]*<\/\1>/g, "\n");
