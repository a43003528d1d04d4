/** Pi's settings files: our part of the user's and the project's, read into settings and changed in place. */

import { isWikiError, WikiError } from "../core/errors.ts";
import type { Finding } from "../core/finding.ts";
import { isJsonObject, type JsonObject, parseJsonObject } from "../core/ledger/canonical.ts";
import { type ResolvedSettings, resolveSettings, type SettingName, type SettingsSource } from "../core/settings.ts";
import type { Files, Platform } from "../platform/platform.ts";

export interface SettingsPlace {
  readonly cwd: string;
  /** False leaves the project's file unread: a host that asks for trust has not got it. */
  readonly projectTrusted: boolean;
}

const ownKey = "pi-wiki";
/** The key of pi-llm-wiki, of which we take what means the same. */
const legacyKey = "llm-wiki";
const largestFile = 1024 * 1024;

/** The user's settings, then the project's over them; a file that can't be read is a finding. */
export const readHostSettings = (platform: Platform, { cwd, projectTrusted }: SettingsPlace): ResolvedSettings => {
  const user = userFile(platform);
  const project = projectTrusted ? projectFile(platform, cwd) : undefined;
  const parts = [
    readPart(user, "user"),
    ...(project === undefined || project.place === user.place ? [] : [readPart(project, "project")]),
  ];
  const { settings, findings } = resolveSettings([
    ...parts.flatMap(({ legacy }) => legacy ?? []),
    ...parts.flatMap(({ own }) => own ?? []),
  ]);
  return { settings, findings: [...parts.flatMap(({ finding }) => finding ?? []), ...findings] };
};

/** Changes one setting in the user's file and nothing else that it says; returns the file's path. */
export const writeUserSetting = async (platform: Platform, name: SettingName, value: unknown): Promise<string> => {
  const { files, path, place } = userFile(platform);
  await files.withLock(path, async () => {
    const text = files.readText(path, largestFile) ?? "";
    await files.write(path, withSetting(text, { place, name, value }));
  });
  return place;
};

/** Whether Pi's settings, the user's or the project's, load the package at `root` with its skills. */
export const isPackageOfPi = (platform: Platform, cwd: string, root: string): boolean =>
  [userFile(platform), projectFile(platform, cwd)].some(
    (file) => file !== undefined && packagesIn(file).some((source) => leadsTo(platform, { source, file, root })),
  );

/** Those whose skills are not chosen one by one. */
const packagesIn = ({ files, path }: SettingsFile): readonly string[] => {
  const packages = readContent(files, path)?.["packages"];
  if (!Array.isArray(packages)) return [];
  return packages.flatMap((one: unknown) => {
    if (typeof one === "string") return [one];
    const source = isJsonObject(one) && one["skills"] === undefined ? one["source"] : undefined;
    return typeof source === "string" ? [source] : [];
  });
};

const readContent = (files: Files, path: string): JsonObject | undefined => {
  try {
    return parseJsonObject(files.readText(path, largestFile) ?? "");
  } catch (error) {
    if (isWikiError(error)) return undefined;
    throw error;
  }
};

interface PackageSource {
  readonly source: string;
  readonly file: SettingsFile;
  readonly root: string;
}

/** By name from npm and git; a path is relative to the settings file. */
const leadsTo = ({ paths }: Platform, { source, file, root }: PackageSource): boolean => {
  if (/^(npm|git|https?|ssh):/.test(source)) return /[:/]pi-wiki(\.git)?(@[^/]*)?$/.test(source);
  return paths.physical(paths.resolve(paths.dirname(file.place), source)) === paths.physical(root);
};

interface SettingsFile {
  readonly files: Files;
  readonly path: string;
  /** Absolute, for findings and messages. */
  readonly place: string;
}

/** Dotfiles are often links to another folder: the user's own link is followed. */
const userFile = ({ paths, environment, files }: Platform): SettingsFile => {
  const chosen = environment.variable("PI_CODING_AGENT_DIR");
  const folder = chosen ? paths.resolve(environment.home, chosen) : paths.join(environment.home, ".pi", "agent");
  const place = paths.join(folder, "settings.json");
  const physical = paths.physical(place);
  return { files: files(paths.dirname(physical)), path: paths.basename(physical), place };
};

/** That of the working folder, else that of its git checkout; undefined when neither has one. */
const projectFile = ({ paths, files }: Platform, cwd: string): SettingsFile | undefined => {
  const path = ".pi/settings.json";
  const folders = [cwd, ...(gitTop({ paths }, cwd) ?? [])];
  const holder = folders.find((folder) => paths.kind(paths.join(folder, path)) !== undefined);
  return holder === undefined ? undefined : { files: files(holder), path, place: paths.join(holder, path) };
};

const gitTop = ({ paths }: Pick<Platform, "paths">, cwd: string): readonly [string] | undefined => {
  for (let folder = cwd, above = paths.dirname(cwd); ; folder = above, above = paths.dirname(above)) {
    if (paths.kind(paths.join(folder, ".git")) !== undefined) return [folder];
    if (above === folder) return undefined;
  }
};

interface SettingsPart {
  readonly own?: SettingsSource;
  readonly legacy?: SettingsSource;
  readonly finding?: Finding;
}

const readPart = ({ files, path, place }: SettingsFile, from: SettingsSource["from"]): SettingsPart => {
  try {
    const text = files.readText(path, largestFile);
    if (text === undefined || text.trim() === "") return {};
    const content = parseJsonObject(text);
    if (content === undefined) return { finding: unreadable(place, "The file is not a JSON object") };
    return {
      own: { place, from, value: content[ownKey] },
      legacy: { place, from, value: fromLegacy(content[legacyKey]) },
    };
  } catch (error) {
    if (isWikiError(error)) return { finding: unreadable(place, error.message) };
    throw error;
  }
};

/** Without the ambient personal vault, pi-llm-wiki stays silent where there is no project vault. */
const fromLegacy = (value: unknown): JsonObject => {
  const ambient = isJsonObject(value) ? value["ambientPersonalVault"] : undefined;
  return typeof ambient === "boolean" ? { autoRecall: ambient ? "on" : "project" } : {};
};

const unreadable = (path: string, message: string): Finding => ({
  code: "settings-unreadable",
  severity: "warning",
  path,
  line: 0,
  message,
  remedy: "Correct the file by hand; until then it counts as empty.",
});

const withSetting = (
  text: string,
  { place, name, value }: { readonly place: string; readonly name: SettingName; readonly value: unknown },
): string => {
  const content = text.trim() === "" ? {} : parseJsonObject(text);
  const own = content?.[ownKey];
  if (content === undefined || (own !== undefined && !isJsonObject(own))) {
    const reason = content === undefined ? "it is not a JSON object" : `its "${ownKey}" is not an object`;
    throw new WikiError("unreadable", { path: place, reason }, "Correct it by hand; nothing was changed.");
  }
  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? "  ";
  const end = text === "" || text.endsWith("\n") ? "\n" : "";
  return `${JSON.stringify({ ...content, [ownKey]: { ...own, [name]: value } }, undefined, indent)}${end}`;
};
