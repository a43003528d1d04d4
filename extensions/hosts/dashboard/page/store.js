/** What was read of the wiki, kept until the area that it belongs to changes. */

const kept = new Map();

/** What each answer is made of. */
const areas = {
  overview: ["pages", "rest", "weaknesses"],
  pages: ["pages", "rest"],
  page: ["pages", "rest"],
  review: ["pages", "rest"],
  item: ["pages", "rest"],
  tasks: ["rest"],
  task: ["pages", "rest"],
  log: ["rest"],
  learned: ["pages", "rest"],
  knowledge: ["rest", "knowledge"],
  weaknesses: ["weaknesses"],
  diff: ["weaknesses"],
};

class Unanswered extends Error {
  constructor({ message, hint = "" }) {
    super(message);
    this.hint = hint;
  }
}

const ask = async (address) => {
  let response;
  try {
    response = await fetch(address, { headers: { Accept: "application/json" } });
  } catch {
    throw new Unanswered({ message: "The dashboard does not answer.", hint: "Start it again: pi-wiki dashboard" });
  }
  if (response.status === 401)
    throw new Unanswered({
      message: "This address is no longer valid.",
      hint: "Open the one that the terminal shows.",
    });
  const answer = await response.json();
  if (!response.ok) throw new Unanswered(answer.error);
  return answer;
};

export const read = (what, given = {}) => {
  const query = new URLSearchParams(given).toString();
  const address = `/api/${what}${query === "" ? "" : `?${query}`}`;
  const known = kept.get(address);
  if (known !== undefined) return known.answer;
  const answer = ask(address);
  kept.set(address, { what, answer });
  // What failed is asked anew.
  answer.catch(() => kept.delete(address));
  return answer;
};

/** True when anything that was read has changed. */
export const forget = (changed) => {
  let isAny = false;
  for (const [address, { what }] of kept) {
    if (!areas[what].some((area) => changed.includes(area))) continue;
    kept.delete(address);
    isAny = true;
  }
  return isAny;
};

export const forgetAll = () => kept.clear();
