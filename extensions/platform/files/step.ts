/**
 * Called before each change on disk with its name and the absolute path; it may throw instead of the
 * system. That is how tests fail or stop a store at every single change.
 */
export type Step = (step: string, path: string) => void;
