/** The frame: which view is shown, and that it stays as the files are. */

import { el } from "./dom.js";
import { failure, head } from "./parts.js";
import { forget, forgetAll, read } from "./store.js";

const views = [
  { path: "", name: "Overview", load: () => import("./overview.js") },
  { path: "pages", name: "Pages", load: () => import("./pages.js") },
  { path: "graph", name: "Graph", load: () => import("./graph.js") },
  { path: "review", name: "Review", load: () => import("./review.js") },
  { path: "tasks", name: "Tasks", load: () => import("./tasks.js") },
  { path: "learned", name: "Learned", load: () => import("./learned.js") },
  { path: "knowledge", name: "Knowledge", load: () => import("./knowledge.js") },
  { path: "weaknesses", name: "Weaknesses", load: () => import("./weaknesses.js") },
];
const page = { path: "page", name: "Page", load: () => import("./page.js"), parent: "pages" };
const task = { path: "task", name: "Task", load: () => import("./task.js"), parent: "tasks" };
const all = [...views, page, task];

const main = document.getElementById("main");
const nav = document.getElementById("nav");
const live = document.getElementById("live");

const placeNow = () => {
  const [path = "", ...rest] = location.hash.replace(/^#\/?/, "").split("/");
  const view = all.find((one) => one.path === path) ?? views[0];
  return { view, words: rest.map(decoded) };
};

const decoded = (word) => {
  try {
    return decodeURIComponent(word);
  } catch {
    return word; // A hand-written address.
  }
};

/** Of the view that is shown; ends what it started. */
let leave = () => undefined;
let turn = 0;
/** The reader has gone to a view that is not drawn yet. */
let isOnTheWay = false;

/** Shows the view of the address; one that is slower than the next is passed over. */
const show = async () => {
  turn += 1;
  const own = turn;
  const { view, words } = placeNow();
  let shown;
  try {
    shown = await (await view.load()).show(words);
  } catch (error) {
    shown = { node: el("div", {}, head(view.name), failure(error)) };
  }
  if (own !== turn) {
    shown.leave?.();
    return;
  }
  const isNew = isOnTheWay;
  isOnTheWay = false;
  const focus = isNew ? undefined : focusNow();
  const scroll = isNew ? 0 : scrollY;
  leave();
  leave = shown.leave ?? (() => undefined);
  main.replaceChildren(shown.node);
  shown.entered?.();
  document.title = `${shown.title ?? view.name} – pi-wiki`;
  scrollTo(0, scroll);
  if (isNew) main.focus({ preventScroll: true });
  else if (focus !== undefined) restore(focus);
  main.dataset.shown = location.hash;
};

const enter = () => {
  mark(placeNow().view);
  return show();
};

/** A place in a view is told by its data-focus, which stays the same when it is drawn anew. */
const focusNow = () => {
  const { activeElement } = document;
  const name = activeElement?.dataset?.focus;
  if (name === undefined) return undefined;
  return { name, start: activeElement.selectionStart, end: activeElement.selectionEnd };
};

const restore = ({ name, start, end }) => {
  const found = main.querySelector(`[data-focus="${CSS.escape(name)}"]`);
  found?.focus({ preventScroll: true });
  if (typeof start === "number" && found?.setSelectionRange) found.setSelectionRange(start, end);
};

const mark = (view) => {
  const current = view.parent ?? view.path;
  for (const link of nav.querySelectorAll("a")) {
    if (link.dataset.path === current) {
      link.setAttribute("aria-current", "page");
      // On a narrow screen the views lie beside each other, and some out of sight.
      link.scrollIntoView({ block: "nearest", inline: "nearest" });
    } else link.removeAttribute("aria-current");
  }
};

const drawNav = () => {
  const link = ({ path, name }) => el("a", { href: `#/${path}`, data: { path } }, name);
  nav.replaceChildren(
    el(
      "ul",
      {},
      views.map((view) => el("li", {}, link(view))),
    ),
  );
};

const countWaiting = async () => {
  const { waiting } = await read("overview");
  const count = Object.values(waiting).reduce((sum, one) => sum + one, 0);
  const link = nav.querySelector('a[data-path="review"]');
  link.querySelector(".badge")?.remove();
  if (count > 0) link.append(el("span", { class: "badge" }, count > 999 ? "999+" : String(count)));
};

const tell = (state, text) => {
  live.dataset.state = state;
  live.textContent = text;
};

/** A failure shows in the view itself. */
const recount = () => countWaiting().catch(() => undefined);

const listen = () => {
  const source = new EventSource("/api/changes");
  let wasLost = false;
  source.addEventListener("open", () => {
    tell("live", "live");
    // Whatever happened meanwhile is not known.
    if (wasLost) {
      forgetAll();
      void show();
    }
    wasLost = false;
  });
  source.addEventListener("error", () => {
    wasLost = true;
    tell("gone", "not connected");
  });
  source.addEventListener("message", ({ data }) => {
    if (!forget(JSON.parse(data))) return;
    // The count takes longer than most views: nobody waits for it.
    void show().then(recount);
  });
};

// The token has become a cookie: it need not stay in the address bar.
if (location.search !== "") history.replaceState(null, "", `/${location.hash}`);
drawNav();
addEventListener("hashchange", () => {
  isOnTheWay = true;
  void enter();
});
void enter().then(recount);
listen();
