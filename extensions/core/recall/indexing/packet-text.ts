/** The text of a captured source as recall sees it: found like a page, never mistaken for one. */

import { markdownBlocks } from "../../pages/markdown-blocks.ts";
import type { Page } from "../../pages/page.ts";
import { parseManifest } from "../../sources/packet.ts";
import type { Vault } from "../../vault/vault.ts";

const largestManifest = 1024 * 1024;

/**
 * `path` is a packet's `extracted.md`. Its id is the packet's folder below the vault; as nobody has vouched for the
 * text, its status is draft. What looks like front matter in it is text.
 */
export const packetTextPage = (vault: Vault, { path, text }: { path: string; text: string }): Page => {
  const folder = path.slice(0, path.lastIndexOf("/"));
  const packet = folder.slice(folder.lastIndexOf("/") + 1);
  const body = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const manifest = vault.files.readText(`${folder}/manifest.json`, largestManifest) ?? "";
  const { manifest: known } = parseManifest(manifest, { place: `${folder}/manifest.json`, id: packet });
  return {
    id: folder,
    path,
    title: known?.title ?? packet,
    type: "source",
    status: "draft",
    confidence: undefined,
    description: "",
    tags: [],
    aliases: [],
    triggers: [],
    sources: [{ id: packet, resource: known?.resource ?? known?.url ?? packet }],
    taskId: undefined,
    validFrom: undefined,
    validUntil: undefined,
    staleAfter: undefined,
    supersedes: [],
    supersededBy: [],
    data: known?.captured === undefined ? {} : { captured: known.captured },
    body,
    bodyOffset: text.length - text.replace(/^\uFEFF/, "").length,
    bodyLine: 1,
    headings: markdownBlocks(body).headings,
    findings: [],
  };
};
