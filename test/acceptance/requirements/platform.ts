/** What the platform layer promises to everything above it. */

export const platformRequirements = [
  {
    id: "platform.confined",
    text: "No path, however it is spelled, reaches outside the root of a Files, for reading or writing.",
    source: "architecture.md The world is injected",
  },
  {
    id: "platform.no-link-out",
    text: "A link that leads out of the root is refused; one that stays inside is followed for a single file.",
    source: "architecture.md The world is injected",
  },
  {
    id: "platform.scan-skips-links",
    text: "A scan never follows links, never throws for one bad entry, and says what it left out.",
    source: "vault.md One bad file never stops the rest",
  },
  {
    id: "platform.any-name",
    text: "Names with spaces, CJK, decomposed accents or 250 bytes are written, read and found as they are.",
    source: "vault.md Pages",
  },
  {
    id: "platform.atomic-write",
    text: "A write is whole or not there, at every fault point and when the process is killed.",
    source: "architecture.md The world is injected",
  },
  {
    id: "platform.durable-append",
    text: "An acknowledged append is there whole; processes that append at the same time lose nothing.",
    source: "architecture.md The world is injected",
  },
  {
    id: "platform.exclusive-create",
    text: "Of several processes that create one file or folder, exactly one succeeds.",
    source: "vault.md Layout",
  },
  {
    id: "platform.move-keeps",
    text: "A move never replaces anything and never loses what it moves.",
    source: "architecture.md The world is injected",
  },
  {
    id: "platform.link-made",
    text: "A link to anywhere can be made where the name is free; it is read without being followed.",
    source: "trajectories.md Skills that we ship",
  },
  {
    id: "platform.remove-whole",
    text: "A removed folder is gone at once or still whole, and what links lead to is left alone.",
    source: "architecture.md The world is injected",
  },
  {
    id: "platform.full-disk",
    text: "On a full disk the old content stays, nothing half-written is left, and the error says so.",
    source: "architecture.md Errors",
  },
  {
    id: "platform.read-only",
    text: "A folder that may not be written gives a refusal that names the path and the reason.",
    source: "architecture.md Errors",
  },
  {
    id: "platform.lock-excludes",
    text: "Under a lock one task works at a time, across tasks and processes.",
    source: "architecture.md The world is injected",
  },
  {
    id: "platform.lock-taken-over",
    text: "The lock of a dead process is taken over at once, by exactly one waiter.",
    source: "architecture.md The world is injected",
  },
  {
    id: "platform.lock-timeout",
    text: "Who waits for a lock too long is told which process holds it.",
    source: "architecture.md Errors",
  },
  {
    id: "platform.run",
    text: "Programs run without a shell, capped in output and time, and a failing one is data.",
    source: "architecture.md The world is injected",
  },
  {
    id: "platform.fetch-public-only",
    text: "A download reaches public addresses only, at every redirect, unless the user allowed the host.",
    source: "guard.md Memory is also an attack surface",
  },
  {
    id: "platform.fetch-web-only",
    text: "Only http and https addresses without credentials are downloaded, and never from https on to http.",
    source: "guard.md Memory is also an attack surface",
  },
  {
    id: "platform.fetch-capped",
    text: "A download is capped in time, in redirects and in size, also after decompression.",
    source: "guard.md Memory is also an attack surface",
  },
  {
    id: "platform.fetch-pinned",
    text: "A download connects to the very address that was checked.",
    source: "guard.md Memory is also an attack surface",
  },
  {
    id: "platform.worker",
    text: "Long work runs in a worker thread; its errors keep their code and its crash stops nothing else.",
    source: "architecture.md The world is injected",
  },
  {
    id: "platform.built-or-source",
    text: "Launchers take dist/ when its stamp equals the package's version, else the sources.",
    source: "architecture.md Built or not",
  },
  {
    id: "platform.package-file",
    text: "Files that an installed package ships are found from the sources and from a bundle.",
    source: "architecture.md The world is injected",
  },
  {
    id: "platform.roots",
    text: "Cache and state live below XDG_CACHE_HOME and XDG_STATE_HOME, or their defaults.",
    source: "vault.md Layout",
  },
  {
    id: "platform.user",
    text: "The user is PI_WIKI_USER, else git's user.name, else the login name, as a safe file name.",
    source: "tasks.md",
  },
] as const;
