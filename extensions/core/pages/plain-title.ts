/** A heading as a title: without images, link targets, markup and tags. Pure. */

const longestTitle = 200;

/** Badges and links in a README's first heading say nothing of its subject; at most 200 characters stay. */
export const plainTitle = (heading: string): string => {
  const text = heading
    .replace(/!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])?/g, "")
    .replace(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, "$1")
    .replace(/<\/?[a-z][^>]{0,500}>/gi, "")
    .replace(/(\*\*|__|`)(.+?)\1/g, "$2")
    .replace(/\s+/g, " ")
    .trim();
  return text.length <= longestTitle ? text : `${[...text].slice(0, longestTitle).join("").trimEnd()}…`;
};
