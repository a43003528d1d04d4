/** A page's use: seen, cited, did it work. */

export const usageRequirements = [
  {
    id: "usage.format",
    text: "Uses are lines of JSON; torn lines, unknown kinds, a byte order mark and CRLF cost no other line.",
    source: "trust.md Usage; vault.md meta/telemetry",
  },
  {
    id: "usage.fold",
    text: "Hits, adoptions, outcomes by judge, tokens spent and the last hit fold over all users' streams, in any order, each use once.",
    source: "trust.md Usage",
  },
  {
    id: "usage.factor",
    text: "Use weighs between 0.8 and 1.15, by the formula of heat and outcome; more use, adoptions and successes never lower it, failures never raise it.",
    source: "trust.md Three answers on the read path",
  },
  {
    id: "usage.self-never-ranks",
    text: "What somebody says of their own work is counted apart and never ranks.",
    source: "trust.md Usage",
  },
  {
    id: "usage.negative-examples",
    text: "Failures of the last 30 days, newest first, at most five, are at hand for the next distillation.",
    source: "trust.md Usage",
  },
] as const;
