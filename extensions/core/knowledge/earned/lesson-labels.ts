/** The labels of lessons and chains, the same wherever they are shown. Pure. */

import { asLine } from "../../visible.ts";
import type { InventoryLesson } from "./deliveries.ts";
import type { CheckedChain } from "./earned-store.ts";

type Colours = Readonly<Record<"good" | "warn" | "bad", (text: string) => string>>;

export const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;

/** Never left out: a lesson of a change that has not landed is none of shipped experience. */
export const stateText = ({ delivery_state }: Pick<InventoryLesson, "delivery_state">, paint: Colours): string => {
  if (delivery_state === null) return "";
  return delivery_state === "confirmed" ? paint.good(`[${delivery_state}]`) : paint.warn(`[${delivery_state}]`);
};

export const chainText = ({ path, record_kind, state, records, problem }: CheckedChain, paint: Colours): string => {
  const painted = state === "sound" ? paint.good(state) : paint.bad(state);
  return `${painted} ${record_kind}: ${counted(records, "record")}${problem === undefined ? "" : `, ${asLine(path)}: ${asLine(problem)}`}`;
};
