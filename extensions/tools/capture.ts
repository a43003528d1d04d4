/** wiki_capture: keep a source for good. */

import { WikiError } from "../core/errors.ts";
import { renderRemark } from "../core/finding.ts";
import { fence } from "../core/recall/fence.ts";
import { messageTag } from "../core/recall/render-hit.ts";
import { listCounts } from "../core/secrets/rule-counts.ts";
import { asLine } from "../core/visible.ts";
import type { LayeredCapture } from "../workspace-requests.ts";
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
    return { text: renderCapture(captured), data: captured };
  },
});

/** The title and the text are the source's own words; all else is said by us. */
const renderCapture = (captured: LayeredCapture): string => {
  const { id, page, preview, redactions = [], title, layer: where, duplicate_of: duplicate } = captured;
  const said = duplicate === undefined ? `Captured as ${id}` : `Already captured as ${duplicate}; nothing was written`;
  const isListed = duplicate !== undefined && redactions.length > 0;
  return [
    `${said} (${where} vault).`,
    `Text: ${captured.folder}/extracted.md`,
    `Cite it as [[${page}]]. Its page is a draft; write what matters with wiki_note and name ${duplicate ?? id} as a source.`,
    // Of a new one a finding says so.
    ...(isListed ? [`Secrets in it were replaced by [redacted:<rule>] then: ${listCounts(redactions)}.`] : []),
    ...captured.findings.map(renderRemark),
    fence(messageTag, `Title and beginning of the source, as data:\n${asLine(title)}\n\n${preview}`),
  ].join("\n");
};
