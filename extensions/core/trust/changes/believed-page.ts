/** A page as its file stands now, and what counts of it. */

import type { Page } from "../../pages/page.ts";
import { isHumanVerified } from "../../pages/page-fields.ts";
import { parsePage } from "../../pages/parse-page.ts";
import { findPage, pageFileLimit } from "../../vault/page-files.ts";
import type { Vault, WriteContext } from "../../vault/vault.ts";
import type { PageRecord, PageTrust } from "../page-trust.ts";
import type { VaultTrust } from "../trust-store.ts";

export interface BelievedPage {
  readonly page: Page;
  /** SHA-256 of the file. */
  readonly hash: string;
  /** Absolute. */
  readonly path: string;
  readonly trust: PageTrust;
  /** A draft, as the ledger knows it, that nobody has ever let count: a tool may prove it, or drop it. */
  readonly isOpenDraft: boolean;
  /** A tool may change its text: what would be lost never counted. */
  readonly isEditable: boolean;
}

export interface BelievedPlace {
  readonly vault: Vault;
  readonly context: Pick<WriteContext, "platform">;
  readonly trust: VaultTrust;
}

/** Undefined for an id that has no page. */
export const readBelieved = (
  id: string,
  { vault, context: { platform }, trust }: BelievedPlace,
): BelievedPage | undefined => {
  const path = findPage(platform, vault, id);
  const bytes = path === undefined ? undefined : vault.files.read(path, pageFileLimit);
  if (path === undefined || bytes === undefined) return undefined;
  const page = parsePage({ path, text: new TextDecoder().decode(bytes) });
  const hash = platform.hash(bytes);
  const humanVerified = isHumanVerified(page.data["verified"]);
  const known = trust.of({ id: page.id, path, hash, status: page.status, humanVerified });
  const record = trust.fold.of(page.id);
  const isDraft = known.status === "draft";
  // An edit without an event may be a tool's, of a page that counted until then.
  const isRecorded = record?.lastHash === hash;
  return {
    page,
    hash,
    path: vault.files.absolute(path),
    trust: known,
    isOpenDraft: isDraft && isRecorded && !hasCounted(record),
    isEditable: isDraft && (isRecorded || page.status === "draft"),
  };
};

/** What a tool changed counted before: by a person's hand, or by a confirmation. */
const hasCounted = ({ isToolMade, trustedHashes }: PageRecord): boolean => isToolMade && trustedHashes.size > 0;
