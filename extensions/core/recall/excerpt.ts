/** The passage of a page that is shown: its best one, whole where it fits. Pure. */

const longest = 600;
const ending = " …";

/** At most 600 characters, cut at a line or word end; a passage's own blank lines are closed up. */
export const excerptOf = (
  body: string,
  passage: { readonly from: number; readonly to: number } | undefined,
): string => {
  const text = body.slice(passage?.from ?? 0, passage?.to ?? longest * 2);
  const tidy = text
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{2,}/g, "\n")
    .trim();
  if (tidy.length <= longest) return tidy;
  const cut = tidy.slice(0, longest - ending.length);
  const line = cut.lastIndexOf("\n");
  const word = cut.lastIndexOf(" ");
  const at = line > longest / 2 ? line : word > longest / 2 ? word : cut.length;
  return `${wellFormed(cut.slice(0, at)).trimEnd()}${ending}`;
};

/** Never half a surrogate pair. */
const wellFormed = (text: string): string => (/[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text);
