/**
 * The world in which guard corpora run: a home with a personal vault, two projects with vaults of their own, links and
 * hard links into them, and the files and branches that the commands of the corpora name.
 */

import { execFileSync } from "node:child_process";
import { chmodSync, linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import JSZip from "jszip";

export interface ScratchWorld {
  readonly root: string;
  readonly home: string;
  readonly project: string;
  readonly other: string;
  readonly outside: string;
  readonly temporary: string;
}

export const worldAt = (root: string): ScratchWorld => ({
  root,
  home: join(root, "home"),
  project: join(root, "home/code/proj"),
  other: join(root, "home/code/other"),
  outside: join(root, "outside"),
  temporary: join(root, "tmp"),
});

const put = (folder: string, files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
};

const packet = "raw/sources/SRC-2026-01-01-001";

const original = (keeper: string): string => `alpha line one\nalpha line two\nfoo marker ${keeper}\n`;

const putVault = (folder: string, keeper: string): void =>
  put(join(folder, ".llm-wiki"), {
    "config.json": `{"version":1,"name":"${keeper}"}\n`,
    [`${packet}/manifest.json`]: `{"id":"SRC-2026-01-01-001","title":"Log of ${keeper}"}\n`,
    [`${packet}/original/a.txt`]: original(keeper),
    [`${packet}/extracted.md`]: `# Log\n\nfoo as ${keeper} wrote it\n`,
    "meta/events.jsonl": `{"ev":"init","vault":"${keeper}"}\n{"ev":"captured","id":"SRC-2026-01-01-001"}\n`,
    "tasks/t1/memories/ann.md": "# Ann\n- likes terse notes\n",
    "tasks/t1/task.md": "# Lamp watch\n",
    "wiki/concepts/x.md": "# X\n\nSee SRC-2026-01-01-001.\n",
    "wiki/index.md": "# Index\n",
  });

const projectFiles = {
  "src/app.ts": "export const app = 1; // foo\n",
  "src/deep/deep.ts": "export const deep = 2;\n",
  "src/raw/data.ts": "a beacon\n",
  "scripts/report.py": 'import json\nprint(json.dumps({"ok": 1}))\n',
  "build/meta/out.json": "{}\n",
  "notes/a.txt": "note one\nnote two\n",
  "docs/my docs/read me.md": "a title with blanks\n",
  "my.llm-wiki-raw/a.txt": "only looks like one\n",
  ".llm-wiki-backup/raw/a.txt": "a copy from long ago\n",
  ".gitignore": "node_modules/\ndist/\ncoverage/\n*.log\n.llm-wiki/meta/cache/\n",
  "tsconfig.json": '{"compilerOptions":{"strict":true}}\n',
  "package.json": `${JSON.stringify(
    {
      name: "proj",
      version: "1.0.0",
      private: true,
      scripts: {
        build: "node scripts/build.js",
        test: "node scripts/test.js",
        lint: "node -e \"console.log('lint ok')\"",
        sync: "node scripts/sync.js",
        pretend: "echo hi >> .llm-wiki/meta/events.jsonl",
      },
    },
    null,
    2,
  )}\n`,
  "scripts/build.js":
    "const fs = require('fs');\nfs.mkdirSync('dist', { recursive: true });\nfs.writeFileSync('dist/app.js', fs.readFileSync('src/app.ts', 'utf8'));\n",
  "scripts/test.js": "console.log('all lamps lit'); // .llm-wiki/raw is only read\n",
  "scripts/sync.js":
    "const fs = require('fs'), path = require('path');\nconst name = ['.llm', 'wiki'].join('-');\nfs.writeFileSync(path.join(process.cwd(), name, 'raw', 'synced.txt'), 'synced\\n');\n",
  "scripts/sync.py":
    'import os\nroot = os.path.join(os.getcwd(), "." + "llm-wiki")\nopen(os.path.join(root, "meta", "py.txt"), "w").write("x")\n',
  "scripts/evil.sh": "echo pwned > .llm-wiki/raw/evil.txt\n",
  "scripts/build.sh": "set -e\nmkdir -p dist\ncp src/app.ts dist/\n",
  "scripts/evil.pl": 'open(my $f, ">", ".llm-wiki/raw/evil.pl.txt"); print $f "x";\n',
  "scripts/evil.awk": 'BEGIN { print "x" > (".llm-wiki/" "raw/awk.txt") }\n',
  "scripts/evil.sed": "w .llm-wiki/raw/sed-out.txt\n",
  "scripts/ed.txt": "g/alpha/s//omega/g\nw\nq\n",
  Makefile: [
    "all: build",
    "build:",
    "\t@mkdir -p dist && cp src/app.ts dist/app.ts",
    "sync:",
    "\t@echo made > .llm-wiki/raw/made.txt",
    "OUT ?= dist/out.txt",
    "put:",
    "\t@mkdir -p dist && echo put > $(OUT)",
    ".PHONY: all build sync put",
    "",
  ].join("\n"),
  "fixtures/vault.patch": `--- a/.llm-wiki/${packet}/original/a.txt\n+++ b/.llm-wiki/${packet}/original/a.txt\n@@ -1,3 +1,3 @@\n-alpha line one\n+omega line one\n alpha line two\n foo marker project\n`,
  "fixtures/ok.patch":
    "--- a/src/deep/deep.ts\n+++ b/src/deep/deep.ts\n@@ -1 +1 @@\n-export const deep = 2;\n+export const deep = 3; // compare .llm-wiki/raw\n",
  "fixtures/targets.txt": ".llm-wiki/raw/from-list.txt\n",
  ".hooks-evil/post-commit": "#!/bin/sh\necho hook > .llm-wiki/raw/hook.txt\n",
} as const;

const gitVariables = (home: string): Record<string, string | undefined> => ({
  PATH: process.env["PATH"],
  HOME: home,
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_DATE: "2026-11-30T12:00:00Z",
  GIT_COMMITTER_DATE: "2026-11-30T12:00:00Z",
});

const run = (folder: string, home: string, [program = "", ...args]: readonly string[]): string =>
  execFileSync(program, args, {
    cwd: folder,
    env: gitVariables(home),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });

/** Archives whose members land inside and outside the vault. */
const pack = async ({ project, home, temporary }: ScratchWorld): Promise<void> => {
  const members = { vault: [".llm-wiki/raw/unpacked.txt", "unpacked\n"], ok: ["pkg/p.txt", "pkg\n"] } as const;
  const staging = join(temporary, "staging");
  for (const [name, [path, text]] of Object.entries(members)) {
    put(staging, { [path]: text });
    run(staging, home, ["tar", "-cf", join(project, `fixtures/${name}.tar`), path.split("/")[0] ?? ""]);
    const zipped = await new JSZip().file(path, text).generateAsync({ type: "nodebuffer" });
    writeFileSync(join(project, `fixtures/${name}.zip`), zipped);
  }
  rmSync(staging, { recursive: true });
};

const links: readonly (readonly [string, string])[] = [
  ["rawlink", ".llm-wiki/raw"],
  ["docs/vault", "../.llm-wiki"],
  ["newlink", ".llm-wiki/raw/born-through-link.txt"],
  // Leads nowhere: its depth is wrong on purpose.
  ["notes/ev.jsonl", ".llm-wiki/meta/events.jsonl"],
  ["notes/cfg", "../.llm-wiki/config.json"],
  [".llm-wiki/wiki/sources/src1.md", `../../${packet}/extracted.md`],
  ["docs/deep", "../src/deep"],
];

/** Two commits on main, of which the second changes raw/ and src/, and branches beside them. */
const commit = ({ project, home, temporary }: ScratchWorld): void => {
  const git = (...args: readonly string[]): string => run(project, home, ["git", ...args]);
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "Light the lamp");
  git("branch", "old-vault");
  put(project, {
    [`.llm-wiki/${packet}/extracted.md`]: "# Log\n\nfoo, second edition\n",
    "src/app.ts": "export const app = 2; // foo\n",
  });
  git("commit", "-q", "-a", "-m", "Trim the wick");
  git("checkout", "-q", "-b", "side-vault");
  put(project, { ".llm-wiki/raw/side.txt": "side\n" });
  git("add", "-A");
  git("commit", "-q", "-m", "Ring the bell");
  writeFileSync(join(temporary, "side.mbox"), git("format-patch", "-q", "-1", "--stdout"));
  git("checkout", "-q", "-b", "feature-same", "main");
  put(project, { "src/feature.ts": "export const feature = 1;\n" });
  git("add", "-A");
  git("commit", "-q", "-m", "Paint the tower");
  git("checkout", "-q", "main");
};

export const outsideLinks = (world: ScratchWorld): readonly (readonly [string, string])[] => [
  ["vaultlink", join(world.project, ".llm-wiki")],
  ["praw", join(world.home, ".llm-wiki/raw")],
  ["projlink", world.project],
];

export const curlSettings = ({ project }: ScratchWorld): string =>
  `url = "file://${project}/notes/a.txt"\noutput = ".llm-wiki/raw/curlrc.txt"\n`;

/** Builds the world in an empty folder. */
export const buildWorld = async (root: string): Promise<ScratchWorld> => {
  const world = worldAt(root);
  const { home, project, other, outside, temporary } = world;
  for (const folder of [project, other, outside, temporary]) mkdirSync(folder, { recursive: true });
  put(home, {
    ".gitconfig":
      "[user]\n\tname = Ann Example\n\temail = ann@lighthouse.example\n[init]\n\tdefaultBranch = main\n[advice]\n\tdetachedHead = false\n[gc]\n\tauto = 0\n",
  });
  putVault(project, "project");
  putVault(other, "other");
  putVault(home, "personal");
  put(join(project, ".llm-wiki"), {
    [`${packet}/original/my notes.txt`]: "with blanks\n",
    [`${packet}/original/r\u00e9sum\u00e9.txt`]: "with accents\n",
    "tasks/t\u00e2che 2/memories/bob.md": "# Bob\n",
  });
  put(project, { ...projectFiles, "fixtures/curlrc": curlSettings(world) });
  chmodSync(join(project, "scripts/evil.sh"), 0o755);
  chmodSync(join(project, ".hooks-evil/post-commit"), 0o755);
  await pack(world);
  mkdirSync(join(project, ".llm-wiki/wiki/sources"), { recursive: true });
  for (const [path, target] of links) symlinkSync(target, join(project, path));
  for (const [path, target] of outsideLinks(world)) symlinkSync(target, join(outside, path));
  commit(world);
  addUncommitted(world);
  return world;
};

/** What a checkout of the whole tree would lose, and second names of protected files. */
const addUncommitted = ({ home, project, outside }: ScratchWorld): void => {
  const vault = join(project, ".llm-wiki");
  writeFileSync(join(vault, "meta/events.jsonl"), '{"ev":"uncommitted"}\n', { flag: "a" });
  put(vault, {
    "raw/sources/SRC-2026-01-02-002/manifest.json": '{"id":"SRC-2026-01-02-002"}\n',
    "meta/cache/idx.bin": "idx\n",
  });
  put(project, { "src/app.ts": "export const app = 3; // foo, work in progress\n" });
  linkSync(join(vault, packet, "original/a.txt"), join(outside, "hard-a.txt"));
  linkSync(join(vault, packet, "manifest.json"), join(project, "notes/hard-manifest.json"));
  linkSync(join(home, ".llm-wiki/config.json"), join(outside, "hard-personal-config.json"));
};
