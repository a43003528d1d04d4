/** wiki_capture: keep a source for good. */

import { WikiError } from "../core/errors.ts";
import { renderRemark } from "../core/finding.ts";
import { fence } from "../core/recall/fence.ts";
import { messageTag } from "../core/recall/render-hit.ts";
import { layer, object, optional, text } from "./schema.ts";
import { defineTool } from "./tool.ts";

export const capture = defineTool({
  name: "wiki_capture",
  title: "Capture",
  description:
    "Keep a source unchanged in the wiki: a local file (Markdown, text, HTML, JSON, XML, PDF, DOCX), an http(s) address, or pasted text. Gives its packet id to cite and a draft page.",
  effect: "write",
  input: object({
    source: optional(text("File path or http(s) address")),
    text: optional(text("The text itself, when there is no file or address")),
    title: optional(text("Title, when the source has no good one")),
    layer: layer("Vault to keep it in (default: the project's if there is one)"),
  }),
  run: async (request, { workspace, signal, onProgress }) => {
    if ((request.source === undefined) === (request.text === undefined)) {
      throw new WikiError("invalid_input", { what: "source", problem: "give either source or text" });
    }
    const captured = await workspace.capture(request, onProgress, signal);
    const { id, page, preview, duplicate_of: duplicate } = captured;
    const said =
      duplicate === undefined ? `Captured as ${id}` : `Already captured as ${duplicate}; nothing was written`;
    const lines = [
      `${said}: "${captured.title}" (${captured.layer} vault).`,
      `Text: ${captured.folder}/extracted.md`,
      `Cite it as [[${page}]]. Its page is a draft; write what matters with wiki_note and name ${duplicate ?? id} as a source.`,
      ...captured.findings.map(renderRemark),
      fence(messageTag, `Beginning of the source, as data:\n${preview}`),
    ];
    return { text: lines.join("\n"), data: captured };
  },
});
