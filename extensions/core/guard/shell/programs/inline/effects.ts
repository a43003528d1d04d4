/** What functions of common languages do to files: which argument is a path, and what becomes of it. */

import type { Reach } from "../../../protection.ts";

/** Positions of the arguments that are changed, and how. */
export interface Effect {
  readonly reach: Reach;
  readonly positions: readonly number[];
}

const table = (reach: Reach, positions: readonly number[], names: string): readonly (readonly [string, Effect])[] =>
  names.split(" ").map((name) => [name, { reach, positions }]);

/** By the last part of a function's name, in lower case, without `sync`. */
const effects: ReadonlyMap<string, Effect> = new Map([
  ...table(
    "write",
    [0],
    "writefile appendfile createwritestream truncate chmod lchmod chown utimes lutimes utime touch outputfile outputjson writejson ensurefile createfile file_put_contents writetextfile to_csv to_json to_parquet to_excel to_pickle savefig savetxt savez imwrite imsave binwrite write_text_file connect writelines_to",
  ),
  ...table("write", [0, 1], "save"),
  ...table(
    "entry",
    [0],
    "mkdir mkdirp mkdirs makedirs mkdtemp mkdir_p ensuredir mkfifo mknod unlink rmdir removedirs mkpath make_path create_dir",
  ),
  ...table(
    "tree",
    [0],
    "rm rmtree rm_rf rm_r rm_f remove_tree remove_entry emptydir rimraf delete_tree remove_dir deltree",
  ),
  ...table(
    "write",
    [1],
    "copyfile cp copy copy2 copytree symlink link cp_r ln_s ln_sf symlink_file urlretrieve copyentry move_uploaded_file",
  ),
  ...table("tree", [0, 1], "rename move mv renamefile"),
  ...table("into", [0, 1], "extractall extract unpack_archive"),
]);

/** Only as functions of these modules: lists and sets have methods of the same names. */
const modulesOnly: Readonly<Record<string, Effect>> = {
  remove: { reach: "tree", positions: [0] },
  delete: { reach: "tree", positions: [0] },
  replace: { reach: "tree", positions: [0, 1] },
  write: { reach: "write", positions: [0] },
  create: { reach: "write", positions: [0] },
};

const fileModules = /^(os|fs|fse|fsp|fsExtra|promises|File|IO|Dir|Bun|Deno|FileUtils|Pathname|shutil|io|nodefs)$/;

export const effectOf = (name: string, receiver: string | undefined): Effect | undefined => {
  const folded = name.toLowerCase().replace(/sync$/, "");
  const module = receiver?.split(".").at(-1);
  if (folded in modulesOnly) {
    return module !== undefined && fileModules.test(module) ? modulesOnly[folded] : bareEffect(folded, receiver);
  }
  return effects.get(folded);
};

/** Imported by name. */
const bareEffect = (name: string, receiver: string | undefined): Effect | undefined =>
  receiver === undefined && (name === "remove" || name === "delete") ? modulesOnly[name] : undefined;

/** Methods of path objects that change the file they name. */
export const pathMethods: Readonly<Record<string, Reach>> = {
  write_text: "write",
  write_bytes: "write",
  touch: "write",
  chmod: "write",
  lchmod: "write",
  unlink: "entry",
  rmdir: "entry",
  mkdir: "entry",
  mkpath: "entry",
  rename: "tree",
  replace: "tree",
  symlink_to: "entry",
  hardlink_to: "entry",
  delete: "tree",
  rmtree: "tree",
  write: "write",
};

export const opens = /^(open|fopen|opensync|sysopen|zipfile|tarfile|fdopen|openfile)$/i;
export const runs =
  /^(system|exec|execsync|execfile|execfilesync|spawn|spawnsync|popen|run|call|check_call|check_output|getoutput|getstatusoutput|shell_exec|passthru|proc_open|execute|execa|execasync|sh|spawnv|execv|execvp|execl)$/i;
export const evaluates = /^(eval|exec|compile|runinthiscontext|runinnewcontext|class_eval|instance_eval)$/i;
export const loads = /^(require|import|run_path|do|load|require_relative|include|include_once|dofile)$/i;
export const joins = /^(join|resolve|path|purepath|posixpath|windowspath|pathname|joinpath|with_name)$/i;
export const sameText =
  /^(resolve|absolute|as_posix|tostring|strip|trim|chomp|expanduser|expandpath|expand_path|abspath|realpath|realpathsync|normpath|normalize|fspath|str|string|encode|decode|rstrip|url|pathtofileurl|fileurltopath)$/i;
export const lists =
  /^(readdir|readdirsync|listdir|scandir|iterdir|rglob|glob|globsync|walk|children|entries|each_child)$/i;
/** A mode that opens for more than reading: `w`, `a+`, `r+`, `>`, `>>`, `+<`. */
export const writingMode = /^(?:[rwaxbt+]*[wax+][rwaxbt+:\w-]*|\+?>>?.*|\+<.*)$/;
export const prints = /^(print|log|puts|say|printf|echo)$/i;
