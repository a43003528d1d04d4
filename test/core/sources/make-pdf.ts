/** Writes small PDFs by hand: one font, lines of Latin text, one content stream a page. */

export interface PdfOptions {
  readonly title?: string;
  /** Added to the trailer, such as an /Encrypt dictionary. */
  readonly trailer?: string;
}

/** `pages` holds the lines of each page. */
export const makePdf = (
  pages: readonly (readonly string[])[],
  { title, trailer = "" }: PdfOptions = {},
): Uint8Array => {
  const kids = pages.map((_page, index) => `${5 + 2 * index} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    `<< /Title (${title ?? ""}) >>`,
    ...pages.flatMap((lines, index) => [pageObject(6 + 2 * index), contentObject(lines)]),
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  text += `trailer << /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return new TextEncoder().encode(text);
};

const pageObject = (content: number): string =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${content} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`;

const contentObject = (lines: readonly string[]): string => {
  const escaped = lines.map((line) => line.replace(/[\\()]/g, "\\$&"));
  const stream = escaped.map((line, index) => `BT /F1 12 Tf 72 ${720 - index * 16} Td (${line}) Tj ET`).join("\n");
  return `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`;
};
