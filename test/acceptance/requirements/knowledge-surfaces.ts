/** Where what is known of a repository is asked for: the tools, /wiki, and what keeps it advice. */

export const knowledgeSurfaceRequirements = [
  {
    id: "surfaces.offered",
    text: "The tools wiki_map, wiki_ground, wiki_packet and wiki_lessons are offered where the setting `knowledge` is on, and cost nothing where it is off.",
    source: "knowledge.md Tools",
  },
  {
    id: "surfaces.tools",
    text: "wiki_map, wiki_ground and wiki_packet answer with a short text in a fence and plain data with the four false markers, and never with the whole map.",
    source: "knowledge.md Tools",
  },
  {
    id: "surfaces.lesson-tombstones",
    text: "A lesson whose claim a person has rejected stays in its chain, and is neither listed nor put into a packet.",
    source: "knowledge.md; trust.md",
  },
  {
    id: "surfaces.closed",
    text: "The schemas of the knowledge tools take no argument that they do not name, and so no packet, lesson or hash as proof.",
    source: "knowledge.md",
  },
  {
    id: "surfaces.read-only",
    text: "The knowledge tools write nothing; a missing or stale map is refused with the way out, and made where `refresh` asks for it.",
    source: "knowledge.md Tools",
  },
  {
    id: "surfaces.verbs",
    text: "/wiki refresh maps the repository, /wiki ground and /wiki packet take a page or a task, and complete both.",
    source: "knowledge.md Mapping to Pi",
  },
  {
    id: "surfaces.packet-message",
    text: "/wiki packet puts the packet before the agent as data; the message carries packet and hash, and one that is not as it was written is not used again.",
    source: "knowledge.md Mapping to Pi",
  },
  {
    id: "surfaces.lessons",
    text: "wiki_lessons lists what was earned, each with its delivery state, and stages what an agent emits; nothing is earned before a person accepts.",
    source: "knowledge.md Mapping to Pi",
  },
  {
    id: "surfaces.person",
    text: "/wiki accept and /wiki observe need a person who has read what is asked on Pi's screen; without one, and in a sub-agent's session, they name the command for a terminal.",
    source: "knowledge.md Mapping to Pi",
  },
  {
    id: "surfaces.observed-at-start",
    text: "A session's start looks for commits that delivered certified lessons, in the background, where the setting is on.",
    source: "knowledge.md Mapping to Pi",
  },
  {
    id: "surfaces.same-decisions",
    text: "With the knowledge store deleted, and with one that claims to permit everything, every decision of guard, review and acceptance is the same.",
    source: "knowledge.md",
  },
  {
    id: "surfaces.end-to-end",
    text: "From a task's hints through its packet, the work, acceptance and the commit, a lesson comes to the next packet, in either Pi.",
    source: "seed 002",
  },
] as const;
