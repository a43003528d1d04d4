/** The ways in which one path may be written in a tool call. */

import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";

export interface Folders {
  readonly cwd: string;
  readonly home: string;
}

/** Each with a name for the test's report. */
export const spellingsOf = (path: string, { cwd, home }: Folders): Readonly<Record<string, string>> => {
  const below = relative(cwd, path);
  const address = pathToFileURL(path).href;
  return {
    absolute: path,
    relative: below,
    dotted: `./${below}`,
    "up and down": join(cwd, "gallery").concat("/../", below),
    "twice slashed": path.replaceAll("/", "//"),
    "slash at the end": `${path}/`,
    "dots within": path.replaceAll("/", "/./"),
    "at sign": `@${path}`,
    "at sign, relative": `@${below}`,
    home: `~/${relative(home, path)}`,
    "at sign, home": `@~/${relative(home, path)}`,
    address,
    "address of localhost": address.replace("file://", "file://localhost"),
    "address, all encoded": `file://${[...path].map((char) => (char === "/" ? char : encode(char))).join("")}`,
    "address with a query": `${address}?raw`,
    "address with a fragment": `${address}#raw`,
    "address in capitals": address.replace("file:", "FILE:"),
    "no-break spaces": path.replaceAll(" ", "\u00a0"),
    "narrow spaces": below.replaceAll(" ", "\u202f"),
    "ideographic spaces": path.replaceAll(" ", "\u3000"),
    "space before and after": ` ${path} `,
  };
};

const encode = (char: string): string =>
  [...new TextEncoder().encode(char)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");

/** Any of the ways, with noise between the names that changes nothing. */
export const anySpelling = (path: string, folders: Folders): fc.Arbitrary<string> => {
  const plain = fc.constantFrom(path, relative(folders.cwd, path), `~/${relative(folders.home, path)}`);
  const noise = fc.array(fc.constantFrom("", ".", "fog/..", "a/b/../..", "./."), { maxLength: 6 });
  const noisy = fc.tuple(plain, noise).map(([start, extra]) => {
    const names = start.split("/");
    // After the first name, so that what begins with `/` or `~` still does.
    const between = extra.map((text, index) => ({ at: 1 + (index % names.length), text }));
    for (const { at, text } of between) names.splice(at, 0, text);
    return names.join("/");
  });
  const spaced = fc
    .tuple(noisy, fc.constantFrom(" ", "\u00a0", "\u2003", "\u202f", "\u3000"))
    .map(([text, space]) => text.replaceAll(" ", space));
  const prefixed = fc.tuple(fc.constantFrom("", "@"), spaced).map(([prefix, text]) => prefix + text);
  return fc.oneof(prefixed, fc.constantFrom(...Object.values(spellingsOf(path, folders))));
};
