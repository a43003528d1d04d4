/** English function words that say nothing about a page's subject. */

export const stopWords: ReadonlySet<string> = new Set(
  `a about am an and any are as at be been being but by can could did do does dont for from had has have having he her
  hers him his how i if im in into is it its ive me my of on or our please she should so some such than that the their
  them then there these they this those to us was we were what when where which who whom whose why will with would you
  your`.split(/\s+/),
);
