/** What the page format promises. */
export const pagesRequirements = [
  {
    id: "pages.always-a-page",
    text: "Any text is a page: reading never fails, and what can't be read is a finding.",
    source: "vault.md One bad file never stops the rest",
  },
  {
    id: "pages.no-evaluation",
    text: "Front matter in another language than YAML is refused and never evaluated.",
    source: "vault.md Pages",
  },
  {
    id: "pages.unterminated",
    text: "Front matter that is not closed is a finding, and its text is searched as the body.",
    source: "vault.md Pages",
  },
  { id: "pages.no-aliases", text: "Anchors, aliases and tags are refused.", source: "vault.md Pages" },
  { id: "pages.limits", text: "Front matter over 128 KiB or 32 levels is a finding.", source: "vault.md Pages" },
  {
    id: "pages.no-pollution",
    text: "A key of front matter never reaches a prototype.",
    source: "libraries.md 1",
  },
  {
    id: "pages.dates-are-text",
    text: "Dates, versions and commit hashes in front matter stay the text they are.",
    source: "vault.md Pages",
  },
  {
    id: "pages.duplicate-keys",
    text: "A key that stands twice is a finding, and its first value counts.",
    source: "vault.md Pages",
  },
  {
    id: "pages.bom-and-line-ends",
    text: "A BOM and CRLF or CR line ends change nothing in what is read.",
    source: "vault.md Pages",
  },
  {
    id: "pages.conflict-markers",
    text: "Markers of an unresolved merge are a finding with their line; our side is read, and the status that withholds more.",
    source: "vault.md Pages",
  },
  { id: "pages.not-text", text: "NUL bytes and bytes that are not UTF-8 are a finding.", source: "vault.md Pages" },
  {
    id: "pages.unquoted",
    text: "A title with a colon, an @ or a backtick is read although YAML wants it in quotes.",
    source: "vault.md Pages",
  },
  {
    id: "pages.fast-reader",
    text: "The fast reader of plain front matter answers as the YAML parser or not at all.",
    source: "libraries.md 1",
  },
  {
    id: "pages.tolerant-lists",
    text: "Tags, aliases and triggers are read as lists, scalars, comma strings, JSON strings and #tags.",
    source: "vault.md Pages",
  },
  {
    id: "pages.tolerant-sources",
    text: "Sources are read as maps, strings, wikilinks or the older source_id.",
    source: "pi-llm-wiki.md 1.6",
  },
  {
    id: "pages.status-words",
    text: "Status words of earlier formats are read as draft, stable or deprecated; unknown words are a finding.",
    source: "pi-llm-wiki.md 1.6, codewiki-plus.md 1",
  },
  {
    id: "pages.damage-withholds",
    text: "Front matter that can't be read withholds its page all the same, by the status, confidence, task and times that its lines name.",
    source: "trust.md withholding state",
  },
  {
    id: "pages.title",
    text: "The title is the front matter's, else the first level-1 heading, else the last part of the id.",
    source: "vault.md Pages",
  },
  {
    id: "pages.headings",
    text: "Headings are found in text only, not in code, comments or HTML.",
    source: "vault.md Pages",
  },
  {
    id: "pages.slug",
    text: "A title in any script becomes a file name that every file system takes.",
    source: "pi-llm-wiki.md 1.6",
  },
  {
    id: "pages.render-reads-back",
    text: "A new page is read back with exactly the front matter and body it was written with.",
    source: "vault.md Pages",
  },
  {
    id: "pages.edit-only-keys",
    text: "An edit changes the lines of the named keys; comments, order, unknown keys and the body keep every byte.",
    source: "vault.md Pages",
  },
  { id: "pages.edit-same-value", text: "An edit to the same value changes no byte.", source: "vault.md Pages" },
  { id: "pages.crlf-kept", text: "An edit keeps the BOM and the file's line ends.", source: "vault.md Pages" },
  {
    id: "pages.edit-refuses-broken",
    text: "Front matter that is broken or in conflict is not edited; the refusal names its line.",
    source: "vault.md Pages",
  },
  {
    id: "pages.links",
    text: "Wikilinks, embeds, escaped bars in tables and Markdown links of every form are found and followed.",
    source: "vault.md Pages, pi-llm-wiki.md Compatibility notes",
  },
  {
    id: "pages.links-not-in-code",
    text: "Links in code, comments and HTML, and escaped ones, are no links.",
    source: "vault.md Pages",
  },
  {
    id: "pages.bare-names",
    text: "A wikilink by title, alias or file name resolves when it is unique, and names the candidates when not.",
    source: "vault.md Pages",
  },
  {
    id: "pages.packet-links",
    text: "A link to a trajectory or source resolves to its packet.",
    source: "vault.md Pages",
  },
  {
    id: "pages.backlinks",
    text: "Backlinks list each linking page once, sorted, for pages and cited packets.",
    source: "pi-llm-wiki.md 1.7",
  },
  {
    id: "pages.lint-links",
    text: "Lint names broken, ambiguous and placeholder links with their lines, and pages that nothing links to.",
    source: "product.md lint",
  },
  {
    id: "pages.lint-triggers",
    text: "Lint names notes without recall triggers, and triggers copied from the page.",
    source: "recall.md",
  },
  {
    id: "pages.lint-fields",
    text: "Lint names missing titles and sources, stale pages, unknown types and status words.",
    source: "vault.md Pages",
  },
  {
    id: "pages.lint-copies",
    text: "Lint names ids and titles that stand twice, and pages that supersede each other.",
    source: "vault.md Pages",
  },
  {
    id: "pages.lint-gaps",
    text: "A topic that at least two pages link to and no page covers is a gap.",
    source: "vault.md Layout",
  },
  {
    id: "pages.foreign",
    text: "Pages that other tools of this format and people wrote are read with all they say.",
    source: "vault.md, pi-llm-wiki.md 1.6, codewiki-plus.md 1",
  },
  { id: "pages.folders", text: "Each page type has its folder.", source: "vault.md Pages" },
  { id: "pages.stale-after", text: "Notes go stale after a time set by their type.", source: "vault.md Pages" },
  {
    id: "pages.plain-title",
    text: "A title taken from a heading has no images, link targets or markup, and at most 200 characters.",
    source: "vault.md Pages",
  },
] as const;
