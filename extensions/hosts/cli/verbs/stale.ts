/** stale: whether the code that pages are about still is what somebody vouched for. */

import type { CheckedAnchor, CheckedPage } from "../../../core/anchors/anchor.ts";
import { asLine } from "../../../core/visible.ts";
import { lookAtCode } from "../../code-as-it-is.ts";
import { refused, text } from "../option.ts";
import type { Paint } from "../paint.ts";
import { defineVerb } from "../verb.ts";

export const stale = defineVerb({
  name: "stale",
  summary:
    "Tells of each page with `files` whether its code still is what it was; exits 4 when one became stale or unfounded.",
  options: { base: text("REF", "A commit: only what became stale since then counts for the exit code.") },
  run: async ({ options: { base } }, call) => {
    const workspace = await call.workspace();
    await workspace.counts();
    const answer = await workspace.anchors.compare(base);
    if (answer.base === undefined) throw refused("--base", `"${base}" is no commit here`);
    // What was found is what recall tells from now on.
    await lookAtCode(workspace);
    const before = new Set((answer.base === "none" ? [] : answer.base).filter(isStale).map(({ id }) => id));
    const became = answer.pages.filter((page) => isStale(page) && !before.has(page.id));
    return {
      data: { pages: answer.pages },
      text: (paint) => staleText(answer.pages, paint),
      exitCode: became.length > 0 ? 4 : 0,
    };
  },
});

const isStale = ({ verdict }: CheckedPage): boolean => verdict === "stale" || verdict === "unfounded";

const staleText = (pages: readonly CheckedPage[], paint: Paint): string => {
  const told = pages.filter(
    ({ verdict, anchors }) => verdict !== "fresh" || anchors.some(({ now }) => now !== undefined),
  );
  if (pages.length === 0)
    return "No page has anchors in code. Pages get them from what they name in `files`, when written or with `pi-wiki rebuild`.";
  if (told.length === 0) return paint.good(`The code of ${pages.length} pages is as it was.`);
  return told
    .map((page) => [paint.strong(asLine(page.id)), ` ${page.verdict}`, ...page.anchors.map(anchorText)].join(""))
    .join("\n");
};

const anchorText = ({ ref, verdict, now }: CheckedAnchor): string =>
  verdict === "same" ? "" : `\n  ${verdict}: ${asLine(ref)}${now === undefined ? "" : `, now ${asLine(now)}`}`;
