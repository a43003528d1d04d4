/** A small project with one fault a file, to see that the linter's walls stand; the key is where the fault is planted. */

export interface PlantedFault {
  readonly code: string;
  /** The rules that must report the file. */
  readonly rules: readonly string[];
}

/** Files that the faults lean on, and that must lint clean. */
export const soundFiles: Readonly<Record<string, string>> = {
  "extensions/platform/platform.ts": `export interface Files {
  readonly root: string;
}
`,
  "extensions/platform/disk/node-files.ts": `import { join } from "node:path";
import type { Files } from "../platform.ts";

export const openFiles = (root: string): Files => ({ root: join(root, "lamp") });
`,
  "extensions/core/lamp.ts": `import type { Files } from "../platform/platform.ts";

export const lampOf = (files: Files): string => files.root;
`,
  "extensions/tools/light-lamp.ts": `import { lampOf } from "../core/lamp.ts";

export const lightLamp = lampOf;
`,
  "extensions/open-workspace.ts": `import { openFiles } from "./platform/disk/node-files.ts";

export const openWorkspace = openFiles;
`,
  "extensions/hosts/pi/register-lamp.ts": `import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";
import { lightLamp } from "../../tools/light-lamp.ts";

export const registerLamp = (pi: ExtensionAPI): unknown => [pi, lightLamp, process.cwd(), Date.now()];
`,
  "extensions/index.ts": `import { registerLamp } from "./hosts/pi/register-lamp.ts";

export default registerLamp;
`,
};

const restrictedImport = "lint/style/noRestrictedImports";
const restrictedGlobal = "lint/style/noRestrictedGlobals";

const importing = (specifier: string, name: string): string => `import { ${name} } from "${specifier}";

export const borrowed = ${name};
`;

const long = (lines: number): string => "  height += 1;\n".repeat(lines);

export const plantedFaults: Readonly<Record<string, PlantedFault>> = {
  "extensions/core/imports-node.ts": {
    code: importing("node:path", "join"),
    rules: ["lint/correctness/noNodejsModules", restrictedImport],
  },
  "extensions/core/imports-node-type.ts": {
    code: 'import type { Stats } from "node:fs";\n\nexport type Lens = Stats;\n',
    rules: [restrictedImport],
  },
  "extensions/core/imports-platform.ts": {
    code: importing("../platform/disk/node-files.ts", "openFiles"),
    rules: [restrictedImport],
  },
  "extensions/core/imports-tool.ts": {
    code: importing("../tools/light-lamp.ts", "lightLamp"),
    rules: [restrictedImport],
  },
  "extensions/core/harbour/imports-host.ts": {
    code: importing("../../hosts/pi/register-lamp.ts", "registerLamp"),
    rules: [restrictedImport],
  },
  "extensions/core/imports-host-late.ts": {
    code: 'export const late = (): Promise<unknown> => import("../hosts/pi/register-lamp.ts");\n',
    rules: [restrictedImport],
  },
  "extensions/core/imports-workspace.ts": {
    code: importing("../open-workspace.ts", "openWorkspace"),
    rules: [restrictedImport],
  },
  "extensions/core/guard/asks-knowledge.ts": {
    code: importing("../knowledge/stored-map.ts", "openStoredMap"),
    rules: [restrictedImport],
  },
  "extensions/core/trust/review/asks-lessons-late.ts": {
    code: 'export const late = (): Promise<unknown> => import("../../knowledge/earned/earned-store.ts");\n',
    rules: [restrictedImport],
  },
  "extensions/core/acceptance/asks-packet.ts": {
    code: 'import type { KnowledgePacket } from "../knowledge/packet/packet.ts";\n\nexport type Proof = KnowledgePacket;\n',
    rules: [restrictedImport],
  },
  "extensions/core/guard/imports-tool.ts": {
    code: importing("../../tools/light-lamp.ts", "lightLamp"),
    rules: [restrictedImport],
  },
  "extensions/hosts/pi/guard-hook.ts": {
    code: importing("../../core/knowledge/session-knowledge.ts", "openSessionKnowledge"),
    rules: [restrictedImport],
  },
  "extensions/core/imports-pi.ts": {
    code: 'import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";\n\nexport type Keeper = ExtensionAPI;\n',
    rules: [restrictedImport],
  },
  "extensions/core/reads-clock.ts": {
    code: "export const dusk = (): number => Date.now();\n",
    rules: [restrictedGlobal],
  },
  "extensions/core/reads-process.ts": {
    code: "export const harbour = (): string => process.cwd();\n",
    rules: [restrictedGlobal],
  },
  "extensions/core/uses-buffer.ts": {
    code: 'export const beam = (): Uint8Array => Buffer.from("light");\n',
    rules: [restrictedGlobal],
  },
  "extensions/core/throws-dice.ts": { code: "export const wave = (): number => Math.random();\n", rules: ["plugin"] },
  "extensions/core/prints.ts": {
    code: 'export const hail = (): void => console.log("ahoy");\n',
    rules: ["lint/suspicious/noConsole", restrictedGlobal],
  },
  "extensions/tools/imports-node.ts": {
    code: importing("node:fs", "readFileSync"),
    rules: ["lint/correctness/noNodejsModules", restrictedImport],
  },
  "extensions/tools/imports-host.ts": {
    code: importing("../hosts/pi/register-lamp.ts", "registerLamp"),
    rules: [restrictedImport],
  },
  "extensions/tools/imports-platform.ts": {
    code: importing("../platform/disk/node-files.ts", "openFiles"),
    rules: [restrictedImport],
  },
  "extensions/tools/throws-dice.ts": { code: "export const wave = (): number => Math.random();\n", rules: ["plugin"] },
  "extensions/platform/imports-core.ts": { code: importing("../core/lamp.ts", "lampOf"), rules: [restrictedImport] },
  "extensions/platform/disk/imports-core.ts": {
    code: importing("../../core/lamp.ts", "lampOf"),
    rules: [restrictedImport],
  },
  "extensions/hosts/cli/imports-pi.ts": {
    code: 'import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";\n\nexport type Keeper = ExtensionAPI;\n',
    rules: [restrictedImport],
  },
  "extensions/core/ebb.ts": {
    code: 'import { flow } from "./flow.ts";\n\nexport const ebb = (): unknown => flow;\n',
    rules: ["lint/suspicious/noImportCycles"],
  },
  "extensions/core/flow.ts": {
    code: 'import { ebb } from "./ebb.ts";\n\nexport const flow = (): unknown => ebb;\n',
    rules: ["lint/suspicious/noImportCycles"],
  },
  "extensions/core/keel.ts": {
    code: 'import type { Mast } from "./mast.ts";\n\nexport type Keel = readonly Mast[];\n',
    rules: ["lint/suspicious/noImportCycles"],
  },
  "extensions/core/mast.ts": {
    code: 'import type { Keel } from "./keel.ts";\n\nexport interface Mast {\n  readonly keel: Keel;\n}\n',
    rules: ["lint/suspicious/noImportCycles"],
  },
  "extensions/core/gathers.ts": {
    code: 'export * from "./lamp.ts";\n',
    rules: ["lint/performance/noBarrelFile", "lint/performance/noReExportAll"],
  },
  "extensions/core/js-specifier.ts": {
    code: importing("./lamp.js", "lampOf"),
    rules: ["lint/correctness/useImportExtensions"],
  },
  "extensions/core/undeclared-package.ts": {
    code: importing("tide-tables", "tide"),
    rules: ["lint/correctness/noUndeclaredDependencies"],
  },
  "extensions/core/type-import.ts": {
    code: 'import { Files } from "../platform/platform.ts";\n\nexport const open: readonly Files[] = [];\n',
    rules: ["lint/style/useImportType"],
  },
  "extensions/core/forgets-promise.ts": {
    code: `const signal = async (): Promise<void> => {
  await Promise.resolve();
};

export const warn = (): void => {
  signal();
};
`,
    rules: ["lint/nursery/noFloatingPromises"],
  },
  "extensions/core/misuses-promise.ts": {
    code: `const lit = async (): Promise<boolean> => await Promise.resolve(true);

export const report = (): string => {
  if (lit()) return "lit";
  return "dark";
};
`,
    rules: ["lint/nursery/noMisusedPromises"],
  },
  "extensions/core/misses-case.ts": {
    code: `type Signal = "red" | "green";

export const meaning = (signal: Signal): string => {
  switch (signal) {
    case "red":
      return "port";
  }
  return "";
};
`,
    rules: ["lint/nursery/useExhaustiveSwitchCases"],
  },
  "extensions/core/loose-types.ts": {
    code: `export enum Sea {
  Calm,
}

export class Buoy {
  constructor(private readonly bell: { ring?: any }) {}

  ring(): unknown {
    return this.bell.ring!;
  }
}
`,
    rules: [
      "lint/style/noEnum",
      "lint/style/noParameterProperties",
      "lint/style/noNonNullAssertion",
      "lint/suspicious/noExplicitAny",
    ],
  },
  "extensions/core/exports-default.ts": { code: "export default 1;\n", rules: ["lint/style/noDefaultExport"] },
  "extensions/core/swallows.ts": {
    code: "export const calm = (rock: () => void): void => {\n  try {\n    rock();\n  } catch {}\n};\n",
    rules: ["lint/suspicious/noEmptyBlockStatements"],
  },
  "extensions/core/BadName.ts": { code: "export const gull = 1;\n", rules: ["lint/style/useFilenamingConvention"] },
  "extensions/core/long-function.ts": {
    code: `export const climb = (): number => {\n  let height = 0;\n${long(60)}  return height;\n};\n`,
    rules: ["lint/complexity/noExcessiveLinesPerFunction"],
  },
  "extensions/core/long-file.ts": {
    code: Array.from({ length: 301 }, (_, step) => `export const step${step} = ${step};\n`).join(""),
    rules: ["lint/style/noExcessiveLinesPerFile"],
  },
  "extensions/core/knotted.ts": {
    code: `export const knot = (rope: number): number => {
  ${"for (let i = 0; i < rope; i += 1) if (i > 1) { ".repeat(3)}return rope;${" }".repeat(3)}
  return 0;
};
`,
    rules: ["lint/complexity/noExcessiveCognitiveComplexity"],
  },
  "test/core/lamp.test.ts": {
    code: 'import { test } from "vitest";\n\ntest.skip("a lamp is lit at dusk", () => undefined);\n',
    rules: ["lint/suspicious/noSkippedTests"],
  },
};
