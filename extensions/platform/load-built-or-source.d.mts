/** Types of load-built-or-source.mjs. */

export declare const builtEntry: (name: string) => string | undefined;
export declare const packageFolder: string;
export declare const packageVersion: () => string;
// biome-ignore lint/suspicious/noExplicitAny: a module's exports are whatever it exports.
export declare const load: (distName: string, source: string | URL) => Promise<any>;
