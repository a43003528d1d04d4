/** A lighthouse's vault with a ledger, for the tests of the ledger. */

import { createHash } from "node:crypto";
import { type ChainLink, firstLink, linkAfter } from "../../../extensions/core/ledger/chain.ts";
import { eventRules, sealEvent } from "../../../extensions/core/ledger/event.ts";
import { foldLedger, type LedgerContent } from "../../../extensions/core/ledger/ledger-fold.ts";
import { splitLines } from "../../../extensions/core/ledger/ledger-lines.ts";
import { type Ledger, openLedger } from "../../../extensions/core/ledger/ledger-store.ts";
import type { Vault } from "../../../extensions/core/vault/vault.ts";
import { type TestPlatform, type TestPlatformOptions, testPlatform } from "../../support/test-platform.ts";
import { edited, keeper } from "./ledger-words.ts";

export const eventsPath = "meta/events.jsonl";

export const rules = eventRules((text) => createHash("sha256").update(text).digest("hex"));

export const lighthouseVault = (world: TestPlatform, place = "lighthouse/.llm-wiki"): Vault => {
  const files = world.files(place);
  const key = `lighthouse-${world.platform.hash(files.root).slice(0, 16)}`;
  return { layer: "project", root: files.root, layout: "current", exists: true, config: undefined, files, key };
};

export interface Lighthouse {
  readonly world: TestPlatform;
  readonly vault: Vault;
  readonly ledger: Ledger;
  /** The same ledger as another process would open it. */
  reopen(): Ledger;
  log(...pages: readonly string[]): Promise<void>;
  text(): string;
  lines(): string[];
  /** Replaces the file, as git or an editor would. */
  put(text: string): Promise<void>;
}

export const lighthouse = async (options: TestPlatformOptions = {}): Promise<Lighthouse> => {
  const world = await testPlatform(options);
  const vault = lighthouseVault(world);
  const { platform } = world;
  const ledger = openLedger({ platform, vault });
  const text = (): string => vault.files.readText(eventsPath) ?? "";
  return {
    world,
    vault,
    ledger,
    reopen: () => openLedger({ platform, vault }),
    log: async (...pages) => {
      for (const page of pages) await ledger.append(keeper(platform), [edited(page)]);
    },
    text,
    lines: () => text().split("\n").slice(0, -1),
    put: (content) => vault.files.write(eventsPath, content),
  };
};

/** The lines of one writer's chain, made without a store. */
export const chainLines = (writer: string, count: number, subject = "lamp"): string[] => {
  let link: ChainLink = firstLink;
  return Array.from({ length: count }, (_, index) => {
    const body = { kind: "lint", timestamp: "2026-11-30T12:00:00.000Z", details: { [subject]: index } };
    const sealed = sealEvent({ ...body, actor: "k", channel: "tool", writer }, { link, rules, mac: undefined });
    link = linkAfter(sealed.event);
    return sealed.line;
  });
};

export const fold = (content: string | Uint8Array): LedgerContent => {
  const folded = foldLedger(rules);
  folded.take(splitLines(typeof content === "string" ? new TextEncoder().encode(content) : content));
  return folded.content();
};

export const asFile = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");
