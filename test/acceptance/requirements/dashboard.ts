/** The dashboard: the wiki in a browser, on this machine only. */

const source = "product.md Surfaces; weakness.md Dashboard tab; interfaces.md dashboard";

export const dashboardRequirements = [
  {
    id: "dashboard.door",
    text: "The dashboard listens on 127.0.0.1 alone and answers only with its token, to its own Host and Origin, and only GET; nothing it answers changes the vault.",
    source,
  },
  {
    id: "dashboard.closed",
    text: "Only the page's own files and a fixed list of package files are served; no request leaves the machine, no inline script runs, no text becomes markup.",
    source,
  },
  {
    id: "dashboard.views",
    text: "Overview, pages, a page, graph, review queue, tasks, what was learned, knowledge and weaknesses each show what the workspace knows, without an error in the console.",
    source,
  },
  {
    id: "dashboard.search",
    text: "Pages are found as somebody types; withheld pages are left out unless they are asked for, and then say why.",
    source: "trust.md withholding state; product.md Dashboard",
  },
  {
    id: "dashboard.live",
    text: "A change of a file shows within two seconds; a vault that goes away leaves a page that says so.",
    source,
  },
  {
    id: "dashboard.idle",
    text: "While nothing changes a large vault is looked at seldom, and not at all when nobody watches; where the system tells of no change, it is looked at often.",
    source: "product.md Dashboard",
  },
  {
    id: "dashboard.knowledge-live",
    text: "A change of what is known of the repository, or of its index, shows within two seconds.",
    source,
  },
  {
    id: "dashboard.links",
    text: "A link to a page leads to the vault that the page is in, whichever other vaults have a page of that id.",
    source,
  },
  {
    id: "dashboard.broken",
    text: "A broken file is a finding on the page, and the rest shows as usual.",
    source: "weakness.md Dashboard tab",
  },
  {
    id: "dashboard.hostile",
    text: "A page with markup, hidden characters or a very long name shows as text and breaks no view.",
    source,
  },
  {
    id: "dashboard.for-everybody",
    text: "Every view has no serious finding of axe, in light and in dark, can be walked by keyboard, and fits 390 pixels.",
    source,
  },
  {
    id: "dashboard.large",
    text: "The graph of thousands of pages shows groups that open, never all of them at once.",
    source: "product.md Dashboard",
  },
  {
    id: "dashboard.weaknesses",
    text: "The weaknesses of a run show with status, tags, edges and solutions, the primary metric over rounds in numeric order with train, val and test apart, each solution's diff, and rejected attempts.",
    source: "weakness.md Dashboard tab",
  },
  {
    id: "dashboard.in-pi",
    text: "/wiki dashboard shows the address and serves until the session ends; nothing of it stays, and nothing is printed.",
    source: "hosts.md; product.md Dashboard",
  },
  {
    id: "dashboard.browse",
    text: "A workspace lists every page with its links, standing and use, tells all of one, and gives another sign after each change.",
    source,
  },
  {
    id: "dashboard.run-dir",
    text: "A run directory is named by its absolute path; a relative one is refused with the reason.",
    source: "weakness.md Root",
  },
] as const;
