/** What there is, what waits, what it costs. */

import { timeBars } from "./charts.js";
import { el, number, plural, said } from "./dom.js";
import { bars, card, chip, empty, findings, head, history, pageHref } from "./parts.js";
import { read } from "./store.js";

const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);

export const show = async () => {
  const [seen, log] = await Promise.all([read("overview"), read("log").catch(() => ({ events: [] }))]);
  const { vaults, use } = seen;
  const pages = sum(vaults.map((vault) => vault.pages));
  const chart = timeBars(
    use.days.map(({ day, tokens }) => ({ day, value: tokens })),
    { unit: "tokens", label: "Tokens of memory" },
  );
  const node = el(
    "div",
    { class: "stack" },
    head("Overview", said(seen.cwd, { class: "mono small" })),
    tiles(seen, pages),
    pages === 0 &&
      empty("There is no page yet. ", el("code", {}, "pi-wiki init"), " makes a vault; the agent and you fill it."),
    el(
      "div",
      { class: "halves" },
      card(
        "Tokens that memory cost a day",
        use.days.some(({ tokens }) => tokens > 0) ? chart.node : quiet("Nothing was recalled in the last 30 days."),
      ),
      card("Layers", layers(vaults)),
    ),
    pages > 0 &&
      el("div", { class: "halves" }, card("Pages by type", bars(byType(vaults))), card("Trust", trust(seen))),
    el(
      "div",
      { class: "halves" },
      card("Shown often, never used", unused(use.unused)),
      card("Latest changes", latest(log.events)),
    ),
    findings(seen.findings),
  );
  return { node, title: "Overview", entered: chart.draw, leave: chart.stop };
};

const quiet = (text) => el("p", { class: "quiet" }, text);

const tile = ({ href, figure, name, note }) =>
  el(
    href ? "a" : "div",
    { class: "card tile", href },
    el("div", { class: "figure" }, figure),
    el("div", { class: "name" }, name),
    note && el("div", { class: "quiet small" }, note),
  );

const tiles = ({ waiting, use, withheld, open_tasks: tasks }, pages) => {
  const queue = sum(Object.values(waiting));
  const recent = use.days.slice(-7);
  const daily = Math.round(sum(recent.map(({ tokens }) => tokens)) / Math.max(1, recent.length));
  return el(
    "div",
    { class: "tiles" },
    tile({
      href: "#/pages",
      figure: number(pages),
      name: "pages",
      note: withheld > 0 && `${number(withheld)} withheld`,
    }),
    tile({
      href: "#/review",
      figure: number(queue),
      name: "wait for you",
      note: `${number(waiting.draft ?? 0)} of them drafts`,
    }),
    tile({ figure: number(daily), name: "tokens a day", note: "mean of the last week" }),
    tile({
      href: "#/tasks",
      figure: number(tasks),
      name: tasks === 1 ? "open task" : "open tasks",
      note: `${number(use.used)} of ${number(use.shown)} pages shown were used`,
    }),
  );
};

const layers = (vaults) =>
  vaults.length === 0
    ? quiet("No vault is here.")
    : el(
        "ul",
        { class: "rows" },
        vaults.map(({ layer, root, exists, topic, pages, drafts, sources }) =>
          el(
            "li",
            { class: "row" },
            el("span", { class: "title" }, layer, topic && [" – ", said(topic)]),
            el(
              "span",
              { class: "quiet small" },
              exists
                ? `${plural(pages, "page")}, ${plural(drafts, "draft")}, ${plural(sources, "source")}`
                : "not there yet",
            ),
            el("span", { class: "under mono" }, said(root)),
          ),
        ),
      );

const byType = (vaults) => {
  const counts = new Map();
  for (const { by_type: types } of vaults)
    for (const [type, count] of Object.entries(types)) counts.set(type, (counts.get(type) ?? 0) + count);
  return Object.fromEntries(counts);
};

const trust = ({ by_status: status, by_tier: tier, use }) => [
  bars({
    ...status,
    "reviewed by a person": tier["human-reviewed"] ?? 0,
    "checked by evidence": tier["machine-confirmed"] ?? 0,
    "never shown": use.never,
  }),
];

const unused = (pages) =>
  pages.length === 0
    ? quiet("Every page that is shown often was used.")
    : el(
        "ul",
        { class: "rows" },
        pages
          .slice(0, 6)
          .map(({ vault, id, hits, tokens, proposal }) =>
            el(
              "li",
              { class: "row" },
              el("a", { class: "title", href: pageHref(vault, id) }, said(id)),
              chip(`${plural(hits, "time")}, ${number(tokens)} tokens`),
              el("span", { class: "under" }, said(proposal)),
            ),
          ),
      );

const latest = (events) => (events.length === 0 ? quiet("The ledger is empty.") : history(events.slice(0, 7)));
