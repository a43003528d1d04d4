/** Charts over time and over rounds, drawn by uPlot in the page's own colours. */

import { el } from "./dom.js";

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const axis = (more = {}) => ({
  stroke: colour("--soft"),
  font: "12px system-ui, sans-serif",
  grid: { stroke: colour("--line"), width: 1 },
  ticks: { show: false },
  ...more,
});

const short = (value) => {
  if (value === null || value === undefined) return "–";
  if (Math.abs(value) >= 10_000) return `${Math.round(value / 1000)}k`;
  return new Intl.NumberFormat("en", { maximumFractionDigits: 3 }).format(value);
};

/**
 * A chart that is drawn when it is in the page, at its width then and at every width after; `make` gives uPlot's
 * options and data. The table below it says the same to whoever can't see it.
 */
const chart = ({ label, make, height = 200 }) => {
  const node = el("div", { class: "chart", role: "img", "aria-label": label });
  let plot;
  let width = 0;
  let isOver = false;
  const paint = async () => {
    const { default: UPlot } = await import("/lib/uplot.js");
    if (isOver || width === 0) return;
    const { options, data } = make(UPlot);
    plot?.destroy();
    plot = new UPlot({ width, height, ...options }, data, node);
  };
  const repaint = () =>
    paint().catch(() => node.replaceChildren("Charts need the package uplot, which is not installed."));
  const seen = new ResizeObserver(([entry]) => {
    const now = Math.floor(entry.contentRect.width);
    if (now === width) return;
    width = now;
    if (plot === undefined) void repaint();
    else plot.setSize({ width, height });
  });
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  return {
    node,
    draw: () => {
      seen.observe(node);
      scheme.addEventListener("change", repaint);
    },
    stop: () => {
      isOver = true;
      seen.disconnect();
      scheme.removeEventListener("change", repaint);
      plot?.destroy();
    },
  };
};

const day = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone: "UTC" });

/** One bar a day. */
export const timeBars = (rows, { unit, label }) =>
  chart({
    label: `${label}, by day: ${rows.map((row) => `${row.day} ${row.value}`).join(", ")}`,
    make: (UPlot) => ({
      options: {
        legend: { show: false },
        cursor: { show: true, y: false, points: { show: false } },
        tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
        scales: {
          // Half a day more at both ends, so that the first and the last bar are whole.
          x: { range: (_plot, min, max) => [min - 43_200, max + 43_200] },
          y: { range: (_plot, _min, max) => [0, Math.max(1, max * 1.1)] },
        },
        axes: [
          axis({
            grid: { show: false },
            values: (_plot, splits) => splits.map((split) => day.format(split * 1000)),
            space: 70,
          }),
          axis({ size: 46, values: (_plot, splits) => splits.map(short) }),
        ],
        series: [
          {},
          {
            label: unit,
            fill: colour("--bar"),
            stroke: colour("--bar"),
            width: 0,
            paths: UPlot.paths.bars({ size: [0.66, 26], radius: 0.2 }),
            points: { show: false },
          },
        ],
      },
      data: [rows.map((row) => Date.parse(`${row.day}T00:00:00Z`) / 1000), rows.map((row) => row.value)],
    }),
  });

const strokes = { train: "--soft", val: "--accent", test: "--good" };

/** One line a name, over rounds in their order; `points` are `{at, value}` by name, `names` the rounds' own. */
export const roundLines = (series, names, label) =>
  chart({
    label: `${label}: ${series.map((one) => `${one.name} ${one.values.map((value) => value ?? "–").join(", ")}`).join("; ")}`,
    height: 240,
    make: () => ({
      options: {
        legend: { show: true, live: true },
        cursor: { y: false },
        scales: { x: { time: false, range: (_plot, min, max) => [min - 0.4, Math.max(min, max) + 0.4] } },
        axes: [
          axis({
            grid: { show: false },
            values: (_plot, splits) => splits.map((split) => names[split] ?? ""),
            incrs: [1, 2, 5, 10, 20, 50, 100],
            space: 44,
          }),
          axis({ size: 52, values: (_plot, splits) => splits.map(short) }),
        ],
        series: [
          { label: "round", value: (_plot, at) => names[at] ?? "–" },
          ...series.map(({ name }) => ({
            label: name,
            stroke: colour(strokes[name] ?? "--warn"),
            width: 2,
            spanGaps: true,
            points: { show: true, size: 7, fill: colour("--card") },
            value: (_plot, value) => short(value),
          })),
        ],
      },
      data: [names.map((_, at) => at), ...series.map(({ values }) => values)],
    }),
  });
