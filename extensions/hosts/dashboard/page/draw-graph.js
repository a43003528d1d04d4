/** Draws nodes and links with cytoscape, in the page's own colours, the same way each time. */

import { el, said } from "./dom.js";

/** Hues that tell types apart in light and in dark. */
const palette = [
  "#4c6ef5",
  "#e8590c",
  "#2b8a3e",
  "#c2255c",
  "#7048e8",
  "#0c8599",
  "#a86a00",
  "#5c677d",
  "#9c36b5",
  "#5c940d",
];

const named = { accent: "--accent", good: "--good", warn: "--warn", bad: "--bad", soft: "--soft" };

const variable = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** A number takes from the palette, a word from the page. */
const colourOf = (colour) =>
  typeof colour === "number" ? palette[colour % palette.length] : variable(named[colour] ?? "--soft");

export const legend = (entries) =>
  el(
    "p",
    { class: "legend" },
    entries.map(([name, colour]) => el("span", {}, dot(colour), said(name))),
  );

export const dot = (colour) => {
  const mark = el("i", { class: "dot", "aria-hidden": "true" });
  mark.style.background = colourOf(colour);
  return mark;
};

const sheet = () => [
  {
    selector: "node",
    style: {
      label: "data(label)",
      width: "data(size)",
      height: "data(size)",
      "background-color": "data(colour)",
      "border-width": "data(border)",
      "border-style": "dashed",
      "border-color": variable("--warn"),
      "background-opacity": "data(opacity)",
      color: variable("--ink"),
      "font-size": 11,
      "font-family": "system-ui, sans-serif",
      "text-valign": "bottom",
      "text-margin-y": 4,
      "text-wrap": "ellipsis",
      "text-max-width": "130px",
      "min-zoomed-font-size": 7,
      "text-outline-width": 2,
      "text-outline-color": variable("--card"),
    },
  },
  {
    selector: "edge",
    style: { width: "data(width)", "line-color": variable("--soft"), opacity: 0.32, "curve-style": "haystack" },
  },
  {
    selector: "node[?isFocus]",
    style: { "border-width": 3, "border-style": "solid", "border-color": variable("--accent"), "font-weight": 700 },
  },
];

/** Nodes are `{id, label, size, colour, border?, opacity?, isFocus?}`, links `{from, to, width?}`. */
export const drawGraph = (container, { nodes, links, onChoose }) => {
  let made;
  let isOver = false;
  const draw = async () => {
    const { default: cytoscape } = await import("/lib/cytoscape.js");
    if (isOver) return;
    made?.destroy();
    made = cytoscape({
      container,
      elements: [...nodes.map(nodeOf(nodes.length)), ...links.map(edgeOf)],
      style: sheet(),
      layout: layoutFor(nodes.length, links.length),
      minZoom: 0.15,
      maxZoom: 3,
      boxSelectionEnabled: false,
      autoungrabify: nodes.length > 400,
    });
    if (nodes.length <= fewNodes) widen(made, container);
    // A few nodes need no enlarging.
    if (made.zoom() > 1.15) made.zoom(1.15).center();
    // Names of a few nodes stay readable, however far away they are.
    if (nodes.length <= fewNodes && made.zoom() < 1) {
      const larger = Math.min(2.2, 1 / made.zoom());
      made.nodes().style({ "font-size": 11 * larger, "text-max-width": `${130 * larger}px` });
    }
    made.on("tap", "node", ({ target }) => onChoose?.(target.id()));
    container.dataset.drawn = String(nodes.length);
  };
  const redraw = () =>
    draw().catch(() => container.replaceChildren("The graph needs the package cytoscape, which is not installed."));
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  scheme.addEventListener("change", redraw);
  void redraw();
  return {
    destroy: () => {
      isOver = true;
      scheme.removeEventListener("change", redraw);
      made?.destroy();
    },
    fit: () => made?.animate({ fit: { padding: 30 }, duration: 150 }),
    zoom: (by) =>
      made?.zoom({
        level: made.zoom() * by,
        renderedPosition: { x: container.clientWidth / 2, y: container.clientHeight / 2 },
      }),
  };
};

const mostWidening = 3;

/** Names lie beside each other: the place has more room in its width than a layout makes use of. */
const widen = (graph, { clientWidth, clientHeight }) => {
  const { w, h } = graph.nodes().boundingBox({ includeLabels: false });
  if (w === 0 || clientHeight === 0) return;
  const by = Math.min(mostWidening, Math.max(1, (h * clientWidth) / (w * clientHeight)));
  graph.nodes().positions((node) => ({ x: by * node.position().x, y: node.position().y }));
  graph.fit(undefined, 30);
};

/** From a spiral, so that the same pages always lie the same way. */
const nodeOf =
  (count) =>
  ({ id, label, size, colour, border = 0, opacity = 1, isFocus = false }, at) => {
    const radius = 26 * Math.sqrt(at + 1);
    const angle = 2.399963 * at;
    return {
      data: {
        id,
        label: count > 260 && size < 16 ? "" : label,
        size,
        colour: colourOf(colour),
        border,
        opacity,
        isFocus,
      },
      position: { x: radius * Math.cos(angle), y: radius * Math.sin(angle) },
    };
  };

const edgeOf = ({ from, to, width = 1 }) => ({ data: { source: from, target: to, width } });

const fewNodes = 40;

const close = { nodeRepulsion: () => 9000, idealEdgeLength: () => 60 };
const apart = { nodeRepulsion: () => 200_000, idealEdgeLength: () => 50, gravity: 5 };

const layoutFor = (nodes, links) => {
  if (links === 0) return { name: "preset", fit: true, padding: 30 };
  const numIter = nodes > 150 ? 220 : 700;
  return {
    name: "cose",
    animate: false,
    randomize: false,
    fit: true,
    padding: 30,
    numIter,
    componentSpacing: 70,
    nodeOverlap: 8,
    // A few nodes can stand so far apart that each name is read.
    ...(nodes <= fewNodes ? apart : close),
  };
};
