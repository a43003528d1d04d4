/** What an unquoted YAML scalar means: null, a truth value, a number, or text. Pure. */

const words = new Map<string, null | boolean>([
  ["", null],
  ["~", null],
  ["null", null],
  ["Null", null],
  ["NULL", null],
  ["true", true],
  ["True", true],
  ["TRUE", true],
  ["false", false],
  ["False", false],
  ["FALSE", false],
]);

const numeric = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]\d+)?$/;

/**
 * As the YAML 1.2 core schema, but a number stays text unless JavaScript writes it the same way: versions (1.10),
 * long ids, commit hashes (12e4567) and .inf keep what the person wrote.
 */
export const resolvePlain = (source: string): string | number | boolean | null => {
  const word = words.get(source);
  if (word !== undefined) return word;
  return numeric.test(source) && String(Number(source)) === source ? Number(source) : source;
};
