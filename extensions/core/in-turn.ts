/** Runs pieces of work one after the other, in the order in which they were asked for. */

export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** A piece that fails does not stop the next one. */
export const inTurn = (): InTurn => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
};
