/** Long work in steps, so that whoever shares the thread goes on in between. */

/** Yields after each small piece of the work. */
export type Steps<T> = Generator<void, T>;

/** All steps without a stop. */
export const atOnce = <T>(steps: Steps<T>): T => {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
};

/** Steps between two breaths. */
const stepsPerBreath = 20;

export interface Breathing {
  pause(): Promise<void>;
  /** Told at each breath how many steps have been taken. */
  readonly onBreath?: ((steps: number) => void) | undefined;
}

export const withBreaths = async <T>(steps: Steps<T>, { pause, onBreath }: Breathing): Promise<T> => {
  let count = 0;
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    count += 1;
    if (count % stepsPerBreath !== 0) continue;
    onBreath?.(count);
    await pause();
  }
};
