/** Captures a source and gives it its draft page: the whole verb, over the packet and the page store. */

import { isWikiError } from "../errors.ts";
import type { Finding } from "../finding.ts";
import { openLedger } from "../ledger/ledger-store.ts";
import type { Page } from "../pages/page.ts";
import { openPages } from "../pages/page-store.ts";
import { openRedactor } from "../secrets/redactor.ts";
import { secretsFinding } from "../secrets/secrets-finding.ts";
import { refuseForgotten } from "../trust/removal/refuse-forgotten.ts";
import { claimTexts } from "../trust/tombstones/claim-digests.ts";
import { blockedEvent, tombstonedFinding } from "../trust/tombstones/refuse-tombstoned.ts";
import { openTombstones } from "../trust/tombstones/tombstone-store.ts";
import { type Captured, type CaptureInput, capture } from "./capture.ts";
import { readExtracted, readPacket } from "./packet-store.ts";
import { sourcePage } from "./source-page.ts";

export interface CapturedSource extends Captured {
  /** Id of the source's page. */
  readonly page: string;
  readonly findings: readonly Finding[];
}

export type CaptureSourceInput = Omit<CaptureInput, "record" | "refuse"> & { readonly version: string };

/** The packet is whole before the page is written; a page that fails is a finding, and the packet stays. */
export const captureSource = async (input: CaptureSourceInput): Promise<CapturedSource> => {
  const { vault, context } = input;
  const ledger = openLedger({ platform: context.platform, vault });
  const captured = await capture({
    ...input,
    refuse: (hash, what) => {
      // A person who insists wants it back.
      if (input.request.force !== true) refuseForgotten([hash], { what, ledger });
    },
    record: async (event) => {
      await ledger.append(context, [event]);
    },
  });
  const id = captured.duplicate_of ?? captured.id;
  const page = `sources/${id}`;
  const pages = openPages({ platform: context.platform, vault, ledger });
  const replaced =
    captured.duplicate_of === undefined
      ? secretsFinding(captured.path, captured.redactions, { isOriginalKept: input.request.force === true })
      : [];
  if (pages.read(page) !== undefined) return { ...captured, page, findings: replaced };
  return { ...captured, page, findings: [...replaced, ...(await writePage(input, id))] };
};

/** All files of a packet, relative to the vault's root. */
export const filesOf = ({ path, files }: Pick<Captured, "path" | "files">): readonly string[] =>
  ["manifest.json", ...files.map((file) => file.path)].map((name) => `${path}/${name}`);

const writePage = async (input: CaptureSourceInput, id: string): Promise<readonly Finding[]> => {
  const { vault, context, version } = input;
  const packet = readPacket(vault, id);
  if (packet?.manifest === undefined) return [];
  const { id: page, ...content } = sourcePage({
    manifest: packet.manifest,
    path: packet.path,
    extracted: readExtracted(vault, packet) ?? "",
    version,
    at: context.platform.now(),
  });
  const ledger = openLedger({ platform: context.platform, vault });
  const pages = openPages({ platform: context.platform, vault, ledger });
  // Packets of other tools, and of earlier times, were not cleaned.
  const clean = await openRedactor(context.platform).all(content);
  try {
    await pages.create({ id: page, ...clean }, context, { kind: "page_created", details: { source_id: id } });
    return await saidWhatWasRejected(pages.read(page), input);
  } catch (error) {
    if (!isWikiError(error)) throw error;
    return [pageMissing(page, error.message)];
  }
};

/** Evidence is kept, and its page is withheld; who captured it is told, and the ledger too. */
const saidWhatWasRejected = async (
  page: Page | undefined,
  { vault, context }: Pick<CaptureSourceInput, "vault" | "context">,
): Promise<readonly Finding[]> => {
  const { platform } = context;
  const ledger = openLedger({ platform, vault });
  const met = page === undefined ? [] : openTombstones({ platform, vault, ledger }).blocks(claimTexts(page), {});
  const [first] = met;
  if (page === undefined || first === undefined) return [];
  await ledger.append(context, [blockedEvent(met, page.id)]);
  return [tombstonedFinding(page.path, first)];
};

const pageMissing = (page: string, message: string): Finding => ({
  code: "source-page-missing",
  severity: "warning",
  path: `wiki/${page}.md`,
  line: 0,
  message,
  remedy: "Capture the same source again: the packet is kept and the page is written.",
});
