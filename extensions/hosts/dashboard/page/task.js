/** One task: what an agent that works on it is told. */

import { el, number, said } from "./dom.js";
import { markdownOrText } from "./markdown.js";
import { card, head } from "./parts.js";
import { read } from "./store.js";

export const show = async ([id = ""]) => {
  const { text, tokens } = await read("task", { id });
  const node = el(
    "div",
    { class: "stack" },
    el(
      "div",
      { class: "path small" },
      el("a", { href: "#/tasks" }, "Tasks"),
      el("span", { class: "quiet" }, "/"),
      said(id, { class: "mono quiet" }),
    ),
    head("Task", `${number(tokens)} tokens as an agent reads it`),
    card(undefined, await markdownOrText(unfenced(text), () => undefined)),
  );
  return { node, title: id };
};

/** Without the words that tell a model that all of it is data. */
const unfenced = (text) => text.replace(/^<wiki-task>\n[^\n]*\n/, "").replace(/\s*<\/wiki-task>\s*$/, "");
