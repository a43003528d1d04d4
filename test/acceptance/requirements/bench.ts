/** What the benchmarks measure and print, so that programs can rely on it. */

export const benchRequirements = [
  {
    id: "bench.recall-line",
    text: "bench:recall prints one line a set and engine with recall, hit, MRR, nDCG and times, as fractions of 1.",
    source: "interfaces.md",
  },
  { id: "bench.scopes", text: "A scope of a set is a vault of its own.", source: "interfaces.md" },
  {
    id: "bench.triggers",
    text: "With --triggers the pages carry the triggers of the set, and recall finds pages by them.",
    source: "interfaces.md",
  },
  {
    id: "bench.left-out",
    text: "An engine that can't be had is left out with its reason on stderr.",
    source: "interfaces.md",
  },
  {
    id: "bench.inject-line",
    text: "bench:inject counts injections for real prompts, hits among them, and injections for noise.",
    source: "interfaces.md",
  },
  {
    id: "bench.speed-line",
    text: "bench:speed measures building, loading, cold and warm recall, injection, an edit and two layers.",
    source: "quality.md",
  },
  {
    id: "bench.tokens-line",
    text: "bench:tokens counts the tokens of tools and injections, and the bytes of the request prefix that change, which are none.",
    source: "quality.md",
  },
  { id: "bench.load-line", text: "bench:load tells what a start costs, cold and warm.", source: "quality.md" },
  {
    id: "bench.check-floors",
    text: "bench:check fails, and names the rows, when a figure falls below its committed floor.",
    source: "interfaces.md",
  },
  {
    id: "bench.quality-figures",
    text: "Recall, hit, MRR and nDCG are computed as their definitions say.",
    source: "quality.md",
  },
  { id: "bench.typo", text: "A typo changes one word of a query by one edit.", source: "recall.md Figures to reach" },
  {
    id: "bench.injection-count",
    text: "bench:injection-count counts for one model how many answers did what a recalled page told it to, n of N, and never calls that a pass.",
    source: "quality.md Negative tests",
  },
  {
    id: "bench.knowledge-line",
    text: "bench:knowledge measures a cold refresh, one with a changed file, an unchanged one, a query and grounding.",
    source: "quality.md",
  },
  {
    id: "bench.trust-line",
    text: "bench:trust tells of each way to change code whether it alarmed falsely or missed, and what labels add to a recall.",
    source: "anchors.md Tests",
  },
  {
    id: "bench.tasks-line",
    text: "bench:tasks times the context of a task with many entries, of one user and of five.",
    source: "tasks.md Figures",
  },
] as const;
