/** The same steps of the peer, as far as it has them: it keeps nothing between questions, so it has no load. */

import { join } from "node:path";
import type { ImportNative } from "../engines/engine.ts";
import { loadPeer, type Peer, type PeerPaths } from "../engines/peer.ts";
import { addWord, wordOf } from "./edit-page.ts";
import { type Operation, type StepOrder, type StepReport, timeEach, timeOnce, timeWarm } from "./step.ts";

const recallPages = 5;
/** Its automatic recall: three pages, five points. */
const injectPages = 3;
const injectScore = 5;
const edits = 2;

export const peerStep = async (order: StepOrder, importNative: ImportNative): Promise<StepReport> => {
  const peer = await loadPeer(order.peer, importNative);
  const step = steps[order.op];
  if (step === undefined) throw new Error(`The peer has no ${order.op}.`);
  return step(peer, peer.paths(join(order.folder, "project")), order);
};

type Step = (peer: Peer, paths: PeerPaths, order: StepOrder) => Promise<StepReport>;

const steps: Readonly<Partial<Record<Operation, Step>>> = {
  build: (peer, paths) => timeOnce(async () => peer.rebuild(paths)),
  cold_recall: (peer, paths, { queries }) => timeOnce(async () => peer.search(paths, queries[0] ?? "", recallPages, 0)),
  warm_recall: (peer, paths, { queries }) =>
    timeWarm(queries, async (query) => peer.search(paths, query, recallPages, 0)),
  inject: (peer, paths, { queries }) =>
    timeWarm(queries, async (query) => peer.search(paths, query, injectPages, injectScore)),
  // It rebuilds its registry after each turn that edited a page.
  update: (peer, paths, { folder, pages }) => {
    const edited = pages.slice(0, edits);
    const wordFor = (page: string): string => wordOf(1000 + edited.indexOf(page));
    const find = async (page: string): Promise<void> => {
      peer.rebuild(paths);
      peer.search(paths, wordFor(page), recallPages, 0);
    };
    return timeEach(edited, find, async (page) => {
      addWord(join(folder, "project", ".llm-wiki", page), wordFor(page));
    });
  },
  layered: (peer, paths, { folder, queries }) => {
    peer.rebuild(peer.paths(join(folder, "home")));
    return timeWarm(queries, async (query) => peer.searchLayered(paths, query, recallPages, 0));
  },
};
