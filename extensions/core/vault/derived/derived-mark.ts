/** The line by which a derived file among the pages is told from one that a person wrote. Pure. */

export const derivedMark = "<!-- Derived by pi-wiki; edits are overwritten. -->";
