export const houseRequirements = [
  {
    id: "house.walls",
    text: "An import against the layers, a cycle, an ambient global, a forgotten promise or an unfinished switch fails the check.",
    source: "architecture.md",
  },
  { id: "house.one-index", text: "extensions/index.ts is the only index file.", source: "architecture.md" },
  {
    id: "house.names",
    text: "No file is named utils, helpers, types, constants, common or manager.",
    source: "architecture.md",
  },
  {
    id: "house.map",
    text: "The map names every folder under extensions/ and nothing that is gone.",
    source: "architecture.md",
  },
  {
    id: "house.headers",
    text: "Every source file opens with a sentence on what it is responsible for.",
    source: "architecture.md",
  },
  {
    id: "house.product-only",
    text: "The package's files speak of the product, not of work in progress.",
    source: "quality.md",
  },
  { id: "house.owners", text: "Each third-party package is imported in one owner file.", source: "architecture.md" },
  { id: "house.pi-types-only", text: "Pi's packages are imported as types only.", source: "hosts.md" },
  {
    id: "house.heavy-late",
    text: "Packages that take over 50 ms to load are imported late.",
    source: "architecture.md",
  },
  {
    id: "house.dependencies",
    text: "What the sources load at run time is an exactly pinned dependency.",
    source: "architecture.md",
  },
  { id: "house.core-storage", text: "Only stores in core work with files.", source: "architecture.md" },
  { id: "house.package", text: "The published package holds the product and nothing else.", source: "architecture.md" },
  { id: "house.skills", text: "Every skill in the package keeps the rules of Agent Skills.", source: "product.md" },
  { id: "house.lockfile", text: "No lockfile names a registry host.", source: "architecture.md" },
  {
    id: "house.no-install-scripts",
    text: "No dependency of the package builds native code or runs a script at install.",
    source: "architecture.md",
  },
  {
    id: "house.no-suppressions",
    text: "The sources suppress no rule of the linter or the compiler.",
    source: "architecture.md",
  },
  { id: "house.light-entry", text: "Pi's entry loads no extractor, MCP SDK or other host.", source: "architecture.md" },
  { id: "house.reference", text: "The tables of README.md say what the code says.", source: "architecture.md" },
  { id: "house.readme-commands", text: "Every fenced command of README.md runs.", source: "architecture.md" },
  { id: "house.tool-names", text: "Tool names are unique and start with wiki_.", source: "product.md" },
  {
    id: "house.pins",
    text: "Names and formats that other programs rely on are frozen as literals.",
    source: "interfaces.md",
  },
  {
    id: "house.surface",
    text: "Every setting, verb, refusal and exit code has a requirement or a reference line, and a test that meets it.",
    source: "architecture.md",
  },
  {
    id: "house.tool-complete",
    text: "Every tool has a file, a test, a requirement and a row in README.md, and describes each parameter.",
    source: "architecture.md",
  },
  {
    id: "house.portable",
    text: "Each of the twenty portable tests, and each case of the seven properties, is a test that exists; a property has at least five.",
    source: "trust.md table; quality.md Negative tests",
  },
] as const;
