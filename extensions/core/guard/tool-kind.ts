/** Tells from a tool's name what it does to the paths it is given. Pure. */

export type ToolKind = "read" | "write" | "remove" | "move" | "copy" | "link" | "folder" | "unpack" | "command";

const wordsOf = (tool: string): readonly string[] =>
  (tool.split("__").at(-1) ?? tool)
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "");

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const kinds: readonly (readonly [ToolKind, ReadonlySet<string>])[] = [
  ["command", words("bash shell sh zsh powershell pwsh terminal exec execute command cmd console process repl")],
  ["remove", words("delete remove rm unlink trash erase purge")],
  ["move", words("move rename mv")],
  ["copy", words("copy cp duplicate")],
  ["link", words("symlink link hardlink")],
  ["folder", words("mkdir mkdirs")],
  ["unpack", words("unzip untar extract unpack")],
];

const writing = words(
  "write edit create patch replace insert append save update put set apply make touch download format fix truncate modify add export generate convert install multi rewrite store overwrite run eval",
);

const reading = words(
  "read view get list ls search find grep glob cat show open stat fetch query ask todo recall tree inspect count describe load lookup diff check lint browse look head tail peek exists info think question web image fd rg",
);

/** A tool that nobody knows counts as one that writes. */
export const toolKind = (tool: string): ToolKind => {
  const own = wordsOf(tool);
  if (isOurs(tool)) return "read";
  const isFolder = own.some((word) => word === "directory" || word === "folder" || word === "dir");
  if (isFolder && own.some((word) => word === "create" || word === "make")) return "folder";
  const kind = kinds.find(([, names]) => own.some((word) => names.has(word)))?.[0];
  if (kind !== undefined) return kind;
  if (own.some((word) => writing.has(word))) return "write";
  return own.some((word) => reading.has(word)) ? "read" : "write";
};

/** Our own tools keep to the rules by themselves, and take paths of captured files to read them. */
const isOurs = (tool: string): boolean => /^(mcp__[\w-]*wiki[\w-]*__)?wiki_[a-z_]+$/.test(tool);
