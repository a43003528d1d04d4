/** The current pi-llm-wiki from npm, installed once into a folder of the machine's temporary ones, and its own functions. */

import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

export interface PeerPaths {
  readonly root: string;
  readonly wiki: string;
  readonly meta: string;
}

interface PeerSource {
  readonly id: string;
  readonly resource: string;
}

export interface PeerPage {
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly sources?: readonly PeerSource[];
  readonly body: string;
}

interface PeerAnswer {
  readonly ok: boolean;
  readonly diagnostics?: readonly unknown[];
}

/** What its version 0.12.2 exports, as far as it is used. */
export interface PeerFunctions {
  getVaultPaths(root: string): PeerPaths;
  bootstrapVault(paths: PeerPaths, input: { readonly topic: string; readonly mode: string }): PeerAnswer;
  captureText(paths: PeerPaths, text: string, title: string): { readonly sourceId: string };
  captureFile(host: unknown, paths: PeerPaths, file: string): Promise<{ readonly sourceId: string }>;
  saveInsight(paths: PeerPaths, slug: string, title: string, body: string): unknown;
  rebuildMetadata(paths: PeerPaths): PeerAnswer;
  searchWiki(paths: PeerPaths, query: string, most: number, leastScore: number): readonly { readonly id: string }[];
  searchRegistry(paths: PeerPaths, query: string): { readonly matches: readonly { readonly id: string }[] };
  createKnowledgeDocument(
    path: string,
    fields: Readonly<Record<string, unknown>>,
    body: string,
    sources?: readonly PeerSource[],
  ): unknown;
  writeKnowledgeDocumentFile(place: string, document: unknown): void;
}

export type Peer = PeerFunctions & { readonly problem?: undefined };

const version = "0.12.2";
const name = "@zosmaai/pi-llm-wiki";
const library = "dist/extensions/llm-wiki/lib";
const patienceMs = 240_000;

const execute = promisify(execFile);
const flags = ["--ignore-scripts", "--omit=optional", "--omit=peer", "--omit=dev", "--no-audit", "--no-fund"];

/** Another run may install at the same time: each does in a folder of its own, and the first one's is kept. */
const installed = async (): Promise<string> => {
  const kept = join(tmpdir(), `pi-wiki-peer-${version}-${userInfo().username}`);
  const place = join(kept, "node_modules", name);
  if (existsSync(place)) return place;
  const made = mkdtempSync(join(tmpdir(), "pi-wiki-peer-"));
  try {
    writeFileSync(join(made, "package.json"), '{"private":true}\n');
    const words = ["install", `${name}@${version}`, ...flags, "--prefer-offline"];
    await execute("npm", words, { cwd: made, timeout: patienceMs, maxBuffer: 16 * 1024 * 1024 });
    stubHost(made);
    if (!existsSync(kept)) renameSync(made, kept);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
  return place;
};

/** Its tools ask the host package for two functions only; the host itself is some hundred megabytes. */
const stubHost = (folder: string): void => {
  const place = join(folder, "node_modules/@earendil-works/pi-coding-agent");
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, "package.json"), '{"name":"stub","type":"module","exports":"./index.js"}\n');
  const text = `export const isToolCallEventType = () => false;\nexport const getAgentDir = () => ${JSON.stringify(place)};\n`;
  writeFileSync(join(place, "index.js"), text);
};

const functionsIn = async (place: string): Promise<PeerFunctions> => {
  const files = [
    "utils",
    "bootstrap",
    "source-packet",
    "retro",
    "metadata",
    "recall",
    "wiki-service",
    "knowledge-document",
  ];
  const parts = files.map((file): Promise<unknown> => import(pathToFileURL(join(place, library, `${file}.js`)).href));
  return Object.assign({}, ...(await Promise.all(parts))) as PeerFunctions; // As published; a missing one fails where it is used.
};

/** Says in `problem` why it can't be had, as without a network. */
export const openPeer = async (): Promise<Peer | { readonly problem: string }> => {
  try {
    return await functionsIn(await installed());
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return { problem: said.split("\n").find((line) => /npm error|ERR|Cannot/.test(line)) ?? said.slice(0, 120) };
  }
};

/** As its tools write one, without the host that they are called by. */
export const writePeerPage = (peer: PeerFunctions, { wiki }: PeerPaths, page: PeerPage): void => {
  const { id, fields, body, sources } = page;
  const place = join(wiki, `${id}.md`);
  mkdirSync(dirname(place), { recursive: true });
  peer.writeKnowledgeDocumentFile(place, peer.createKnowledgeDocument(`${id}.md`, fields, body, sources));
};
