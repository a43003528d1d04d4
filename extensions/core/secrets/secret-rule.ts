/** What a rule of our own is: data that one engine runs. */

export interface SecretRule {
  /** As in `[redacted:<id>]`. */
  readonly id: string;
  /**
   * Global, and linear on any text: each quantifier is bounded, or what follows it can't be a part of it.
   * What the group `before` matches stays; the rest of the match is the secret.
   */
  readonly pattern: RegExp;
  /**
   * One of these stands in every text that the pattern matches: without them it is not tried. In lower case where the
   * pattern takes any case.
   */
  readonly hints?: readonly string[];
  /** Whether what was found is a secret and no placeholder. */
  readonly accept?: (secret: string, before: string) => boolean;
}
