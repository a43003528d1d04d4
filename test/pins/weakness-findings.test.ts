/** What `weakness validate` may say, which runs match on. A red test asks: is this deliberate? Then note it in CHANGELOG.md. */

import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { wikiRules } from "../../extensions/core/weaknesses/validate/wiki-rules.ts";
import { verifies } from "../acceptance/verifies.ts";
import { openCommandLine } from "../hosts/cli/command-line.ts";
import { repository } from "../house/repository.ts";

test("the rules keep their codes, and what each weighs", () => {
  verifies("house.pins");
  const weights = Object.fromEntries(Object.entries(wikiRules).map(([code, { severity }]) => [code, severity]));
  expect(weights).toEqual({
    "weakness-front-matter": "error",
    "weakness-slug": "error",
    "weakness-slug-twice": "error",
    "weakness-file-name": "error",
    "weakness-status": "error",
    "weakness-discovered": "error",
    "weakness-solved-in": "warning",
    "weakness-rejection-heading": "error",
    "weakness-rejection-why": "error",
    "weakness-rejection-twice": "warning",
    "weakness-frozen-tasks": "error",
    "weakness-frozen-discovery": "error",
    "weakness-attempts-lost": "error",
    "weakness-rejection-lost": "error",
    "weakness-lost": "error",
    "weakness-related-self": "warning",
    "weakness-related-missing": "warning",
    "weakness-solution-missing": "error",
    "weakness-status-unbacked": "warning",
    "weakness-card-missing": "error",
    "weakness-solution-orphan": "error",
    "weakness-solution-unlinked": "error",
    "weakness-solution-backlink": "error",
    "weakness-solution-iteration": "warning",
    "weakness-outcome": "error",
    "weakness-kept-unproven": "error",
    "weakness-kept-revoked": "warning",
    "weakness-kept-unchecked": "info",
    "weakness-card-metric": "error",
    "weakness-diff-missing": "warning",
    "weakness-time": "error",
    "weakness-round-empty": "error",
    "weakness-split": "warning",
    "weakness-comment": "info",
    "weakness-list-shape": "info",
    "weakness-solved-null": "info",
  });
});

test("the documented sample has the findings that it deserves, and with what it names none that weighs", async () => {
  verifies("house.pins", "weaknesses.reads-documented");
  const cli = await openCommandLine();
  const run = join(cli.project, "run");
  cpSync(join(repository, "test/fixtures/weaknesses/sample"), run, { recursive: true });
  const found = async (): Promise<unknown> => {
    const { exitCode, findings } = await cli.json("weakness", "validate", "--run-dir", run);
    const told = findings as readonly { readonly code: string; readonly severity: string; readonly line: number }[];
    return { exitCode, codes: told.map(({ code, severity, line }) => `${severity} ${code} ${line}`).sort() };
  };
  // What existing dashboards can't show of a form that the format documents.
  const told = [
    "info weakness-comment 3",
    "info weakness-comment 8",
    "info weakness-kept-unchecked 4",
    "info weakness-list-shape 9",
    "info weakness-solved-null 7",
  ];
  expect(await found()).toEqual({ exitCode: 4, codes: [...told, "warning weakness-related-missing 9"] });
  cli.put(
    "run/wiki/weaknesses/schema-drift-after-retry.md",
    "---\nslug: schema-drift-after-retry\nstatus: open\ntags: []\ndiscovered_in_iteration: cand_0003\naffected_tasks: []\n---\n# Schema drift\n",
  );
  expect(await found()).toEqual({ exitCode: 0, codes: told });
  // The diff that the text asks for beside a card stands in none of its examples.
  rmSync(join(run, "wiki/solutions/tool-call-arg-mismatch/cand_0007/changes.diff"));
  expect(await found()).toEqual({ exitCode: 4, codes: [...told, "warning weakness-diff-missing 0"] });
});
