/** All pages of all vaults as one list, each with the number of its vault. */

import { read } from "./store.js";

let made;

/** The same value as long as nothing changes. */
export const allPages = async () => {
  const { vaults } = await read("pages");
  if (made?.vaults !== vaults) {
    const pages = vaults.flatMap((vault, number) =>
      vault.pages.map((page) => ({ ...page, vault: number, layer: vault.layer })),
    );
    made = { vaults, pages };
  }
  return made;
};

/** Values of a field with how many pages have each, the most common first. */
export const valuesOf = (pages, valuesIn) => {
  const counts = new Map();
  for (const page of pages) for (const value of valuesIn(page)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
};
