/** Every program the guard knows: what it writes, by name. */

import { controlBuiltins } from "../builtins/control.ts";
import { cd, popd, pushd } from "../builtins/folders.ts";
import { prefixes } from "../builtins/prefixes.ts";
import { echo, printf, pwd } from "../builtins/printing.ts";
import { alias, declare, getopts, mapfile, read, set, shift, shopt, unset } from "../builtins/variables.ts";
import { awk } from "../programs/code/awk.ts";
import { ed, vi } from "../programs/code/editors.ts";
import { sed } from "../programs/code/sed.ts";
import { sqlite } from "../programs/code/sqlite.ts";
import { compressor, sevenZip, tar, unzip, zip } from "../programs/files/archives.ts";
import { cp, install, ln, mv, rsync, scp } from "../programs/files/copying.ts";
import { base64, basename, cat, dirname, head, realPath, rev, seq, tr } from "../programs/files/filters.ts";
import { find } from "../programs/files/find.ts";
import { patch } from "../programs/files/patch.ts";
import { fd, grep, ls } from "../programs/files/search.ts";
import { git } from "../programs/git/git.ts";
import { lua, node, perl, php, python, ruby, runtime } from "../programs/runners/interpreters.ts";
import { make } from "../programs/runners/make.ts";
import { npx, packageManager, runnerAfterVerb } from "../programs/runners/packages.ts";
import { shell } from "../programs/runners/shells.ts";
import { parallel, xargs } from "../programs/runners/xargs.ts";
import type { Command } from "../shell.ts";
import { fileRules } from "./file-rules.ts";
import { readOnly } from "./read-only.ts";

const each = (names: string, command: Command): Readonly<Record<string, Command>> =>
  Object.fromEntries(names.split(" ").map((name) => [name, command]));

const readsOnly: Command = () => undefined;

const programs: Readonly<Record<string, Command>> = {
  ...Object.fromEntries([...readOnly].map((name) => [name, readsOnly])),
  ...fileRules,
  ...prefixes,
  ...controlBuiltins,
  ...each("cd chdir", cd),
  pushd,
  popd,
  echo,
  printf,
  pwd,
  ...each("declare typeset local export readonly", declare),
  set,
  shift,
  shopt,
  unset,
  alias,
  read,
  ...each("mapfile readarray", mapfile),
  getopts,
  ...each("sh bash dash zsh ksh ash mksh rbash", shell),
  xargs,
  parallel,
  ...each("npx bunx pnpx", npx),
  ...each("npm pnpm yarn bun", packageManager),
  ...each("uv poetry pipenv bundle rye hatch pdm nix direnv", runnerAfterVerb),
  ...each("make gmake", make),
  ...each("python python2 python3 pypy pypy3", python),
  ...each("node nodejs tsx ts-node", node),
  perl,
  ruby,
  php,
  ...each("lua luajit", lua),
  deno: runtime,
  ...each("awk gawk mawk nawk", awk),
  ...each("sed gsed", sed),
  ...each("vi vim nvim ex view vim.basic vim.tiny", vi),
  ...each("ed red", ed),
  ...each("sqlite3 sqlite", sqlite),
  ...each("tar gtar bsdtar", tar),
  zip,
  ...each("unzip bsdunzip", unzip),
  ...each("7z 7za 7zz 7zr", sevenZip),
  ...each("gzip gunzip bzip2 bunzip2 xz unxz lzma zstd unzstd lz4 pigz brotli compress uncompress", compressor),
  ...each("cp gcp", cp),
  ...each("mv gmv", mv),
  ...each("ln link", ln),
  ...each("install ginstall", install),
  rsync,
  scp,
  cat,
  rev,
  tr,
  seq,
  ...each("head tail", head),
  base64,
  basename,
  dirname,
  ...each("realpath readlink grealpath greadlink", realPath),
  find,
  gfind: find,
  ...each("fd fdfind", fd),
  ...each("grep egrep fgrep ggrep rg ag ack ugrep", grep),
  ...each("ls gls", ls),
  patch,
  git,
};

/** Versions and dialects go by their plain name: `python3.12`, `vim.basic`. */
export const commandNamed = (name: string): Command | undefined => {
  if (Object.hasOwn(programs, name)) return programs[name];
  const plain = name.replace(/[\d.]+$/, "");
  return plain !== name && Object.hasOwn(programs, plain) ? programs[plain] : undefined;
};
