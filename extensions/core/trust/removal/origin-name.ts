/** One name for what a page rests on, however its front matter writes it: a packet's id, a page's id. Pure. */

import type { JsonObject } from "../../ledger/canonical.ts";

const packet = /(?:^|\/)((?:SRC|TRJ|CNV)-\d{4}-\d{2}-\d{2}-\d{3,})(?=$|[/.#|])/;

/** `sources/SRC-…`, `raw/sources/SRC-…` and `SRC-…` are one packet; links and paths of pages are their ids. */
export const nameIn = (written: string): string => {
  const inner = /^\[\[([^\]|#]*)/.exec(written)?.[1] ?? written;
  const name = inner
    .trim()
    .replace(/^\/+/, "")
    .replace(/^wiki\//, "");
  return packet.exec(name)?.[1] ?? name.replace(/\.md$/i, "").normalize("NFC");
};

/** The packet that an event is about. */
export const packetNameIn = ({ source_id: id }: JsonObject): string | undefined =>
  typeof id === "string" ? id : undefined;
