/** What the settings promise. */

export const settingsRequirements = [
  {
    id: "settings.checked",
    text: "A value that is not allowed, or a key that is no setting, is reported with its file and counts as absent.",
    source: "hosts.md Settings",
  },
  {
    id: "settings.layered",
    text: "The project's settings outrank the user's, key by key, such as personalVault or maxLessons.",
    source: "hosts.md Settings",
  },
  {
    id: "settings.user-only",
    text: "A project can't widen the hosts that may be captured from (captureHosts), nor switch captureConversations or trajectories on.",
    source: "guard.md",
  },
  {
    id: "settings.human-channel",
    text: "humanChannel ui takes a confirmation from Pi's screen alone: one at a terminal is refused, one that was made there counts as unverified and is labelled. A project may tighten it so, and never loosen it.",
    source: "trust.md Lifecycle",
  },
  {
    id: "settings.typed",
    text: "A value that is typed is checked like one in a file.",
    source: "hosts.md Settings",
  },
] as const;
