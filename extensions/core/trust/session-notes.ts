/** Notes for one session: new ones beside what is there, and what a tool may do with those that are. */

import type { Platform } from "../../platform/platform.ts";
import { withAnchored } from "../anchors/anchored-event.ts";
import type { SessionAnchors } from "../anchors/session-anchors.ts";
import { WikiError } from "../errors.ts";
import type { Status } from "../pages/page.ts";
import type { BelievedFacts } from "../recall/admission.ts";
import type { IndexPart } from "../recall/indexing/index-part.ts";
import type { VaultIndex } from "../recall/indexing/vault-index.ts";
import type { Settings } from "../settings.ts";
import { findPage } from "../vault/page-files.ts";
import type { LayerName, Vault, WriteContext } from "../vault/vault.ts";
import type { ChangedPage, ChangeRequest, UpdateRequest } from "./changes/changed-page.ts";
import { confirmPage } from "./changes/confirm-page.ts";
import { nameFiles } from "./changes/named-files.ts";
import { type UpdateSetting, updateNote } from "./changes/update-note.ts";
import { withholdPage } from "./changes/withhold-page.ts";
import { type NoteRequest, type ProposedNote, proposeNote } from "./propose-note.ts";
import { leastLike, neighbourQuery, type SimilarNote, similarNotes } from "./similar-notes.ts";
import { claimsIn } from "./tombstones/claim-digests.ts";
import { openMatcher } from "./tombstones/matching.ts";
import type { VaultTrust } from "./trust-store.ts";

export type LayeredChange = ChangedPage & { readonly layer: LayerName };

export interface SessionNotes {
  /** Looks for pages that the note may repeat, unless they are known. */
  propose(
    request: NoteRequest & { readonly candidates?: readonly SimilarNote[] },
    vault: Vault,
    context: WriteContext,
  ): Promise<ProposedNote>;
  /** Looks for the page in the vaults that are meant. */
  change(
    request: ChangeRequest & { readonly layer?: LayerName },
    context: WriteContext,
    cwd: string,
  ): Promise<LayeredChange>;
}

export interface SessionNotesParts {
  readonly platform: Platform;
  readonly settings: Pick<Settings, "links" | "testCommands">;
  /** The product's own. */
  readonly version: string;
  vaults(): Promise<readonly Vault[]>;
  /** All that exist, those that are not searched too. */
  guarded(): Promise<readonly Vault[]>;
  /** Facts of a vault's pages as they are believed. */
  facts(vault: Vault): Promise<Iterable<BelievedFacts>>;
  likeTitles(vault: Vault, title: string, least: number): Promise<readonly BelievedFacts[]>;
  neighbours(vault: Vault, text: string): Promise<readonly BelievedFacts[]>;
  trust(vault: Vault): VaultTrust;
  index(vault: Vault): { readonly parts: readonly IndexPart[]; refresh: VaultIndex["refresh"] };
  /** The code that pages are about. */
  readonly anchors: SessionAnchors;
}

export const openSessionNotes = (parts: SessionNotesParts): SessionNotes => {
  const { platform, settings, vaults, facts, trust, anchors } = parts;
  const linksOf = ({ config }: Vault) => (config?.knowledge_format === "okf-0.2" ? "markdown" : settings.links);
  const vaultOf = async (id: string, layer: LayerName | undefined): Promise<Vault> => {
    const meant = (await vaults()).filter((vault) => layer === undefined || vault.layer === layer);
    const found = meant.find((vault) => findPage(platform, vault, id) !== undefined);
    if (found === undefined) throw new WikiError("page_not_found", { id });
    return found;
  };
  /** What it names anew is anchored with it: an edit clears nothing. */
  const updateIn = async (request: UpdateRequest, setting: UpdateSetting): Promise<ChangedPage> => {
    const named = request.files === undefined ? undefined : await nameFiles(request, anchors);
    if (named === undefined) return await updateNote(request, setting);
    const found = anchors.onlyNew(setting.vault, request.id, named.found);
    const edit = { ...request, files: named.files };
    const changed = await updateNote(edit, { ...setting, withPage: withAnchored(found) });
    return { ...changed, findings: [...changed.findings, ...named.findings(changed.id)] };
  };
  const changeIn = async (
    vault: Vault,
    {
      request,
      context,
      cwd,
    }: { readonly request: ChangeRequest; readonly context: WriteContext; readonly cwd: string },
  ): Promise<ChangedPage> => {
    const setting = { vault, context, trust: trust(vault) };
    switch (request.action) {
      case "update":
        return await updateIn(request, { ...setting, links: linksOf(vault) });
      case "confirm": {
        const { testCommands } = settings;
        return await confirmPage(request, { ...setting, cwd, vaults: await parts.guarded(), anchors, testCommands });
      }
      case "reject":
      case "retire": {
        const isClaimedElsewhere = async (claims: readonly string[], page: string): Promise<boolean> => {
          const claiming = pagesClaiming(claims, parts.index(vault).parts, platform);
          for (const { id, path, status } of await facts(vault)) {
            if (id !== page && status === "stable" && claiming.has(path)) return true;
          }
          return false;
        };
        return await withholdPage(request, { ...setting, isClaimedElsewhere });
      }
    }
  };
  /** What we wrote ourselves is no reason to look at all the other files again. */
  const takeUp = async (vault: Vault, id: string): Promise<void> => {
    const path = findPage(platform, vault, id);
    if (path !== undefined) await parts.index(vault).refresh({ paths: [path] });
  };
  return {
    propose: async (request, vault, context) => {
      const proposed = await proposeIn(request, { ...parts, vault, context, links: linksOf(vault) });
      if (isOfOnePage(request)) await takeUp(vault, proposed.id);
      return proposed;
    },
    change: async ({ layer, ...request }, context, cwd) => {
      const vault = await vaultOf(request.id, layer);
      // Its index open: what is written from now on is a change.
      await facts(vault);
      return { ...(await changeIn(vault, { request, context, cwd })), layer: vault.layer };
    },
  };
};

/** Pages that it takes the place of are written as well. */
const isOfOnePage = ({ supersedes = [], consolidates = [] }: NoteRequest): boolean =>
  supersedes.length + consolidates.length === 0;

interface ProposePlace extends SessionNotesParts {
  readonly vault: Vault;
  readonly context: WriteContext;
  readonly links: Settings["links"];
}

const proposeIn = async (
  { candidates: known, ...request }: Parameters<SessionNotes["propose"]>[0],
  place: ProposePlace,
): Promise<ProposedNote> => {
  const { vault, context, anchors, links, version } = place;
  const near = async (): Promise<readonly SimilarNote[]> =>
    similarNotes(
      request,
      await place.likeTitles(vault, request.title, leastLike),
      await place.neighbours(vault, neighbourQuery(request)),
    );
  const candidates = known ?? (await near());
  const statusOf = (page: Parameters<VaultTrust["of"]>[0]): Status => place.trust(vault).of(page).status;
  const named = await nameFiles(request, anchors);
  const setting = { vault, context, candidates, statusOf, links, version };
  if (named === undefined) return await proposeNote(request, setting);
  const note = { ...request, ...(request.files === undefined ? {} : { files: named.files }) };
  const proposed = await proposeNote(note, {
    ...setting,
    withPage: withAnchored(anchors.onlyNew(vault, undefined, named.found)),
  });
  return { ...proposed, findings: [...proposed.findings, ...named.findings(proposed.id)] };
};

/** Paths of the pages that make one of some claims, whatever else they say. */
const pagesClaiming = (
  claims: readonly string[],
  parts: readonly IndexPart[],
  { hash }: Pick<Platform, "hash">,
): ReadonlySet<string> => {
  const match = openMatcher([{ digests: claims.flatMap((claim) => claimsIn(claim, hash)), scope: "vault" }]);
  const found = new Set<string>();
  for (const part of parts) {
    for (let page = 0; page < part.pageCount; page += 1) {
      const isMade = part.live[page] === 1 && match({ digests: part.claims(page), task: () => undefined }).length > 0;
      if (isMade) found.add(part.path(page));
    }
  }
  return found;
};
