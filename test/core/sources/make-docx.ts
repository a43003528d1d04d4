/** Writes Word documents: a tiny archive writer and the few parts that a reader needs. */

import { deflateRawSync } from "node:zlib";

export interface Part {
  readonly name: string;
  readonly content: Uint8Array;
  /** What the archive claims of the size; default the truth. */
  readonly declaredSize?: number;
}

const crcTable = Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

const crcOf = (bytes: Uint8Array): number => {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
};

const fields = (values: readonly (readonly [size: 2 | 4, value: number])[]): Buffer => {
  const buffer = Buffer.alloc(values.reduce((total, [size]) => total + size, 0));
  let offset = 0;
  for (const [size, value] of values) {
    if (size === 2) buffer.writeUInt16LE(value, offset);
    else buffer.writeUInt32LE(value, offset);
    offset += size;
  }
  return buffer;
};

export const makeArchive = (parts: readonly Part[]): Uint8Array => {
  const chunks: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const name = Buffer.from(part.name);
    const packed = deflateRawSync(part.content);
    const size = part.declaredSize ?? part.content.length;
    const common: (readonly [2 | 4, number])[] = [
      [2, 20],
      [2, 0x0800],
      [2, 8],
      [4, 0],
      [4, crcOf(part.content)],
      [4, packed.length],
      [4, size],
      [2, name.length],
      [2, 0],
    ];
    chunks.push(fields([[4, 0x04034b50], ...common]), name, packed);
    directory.push(fields([[4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]]), name);
    offset += 30 + name.length + packed.length;
  }
  const size = directory.reduce((total, chunk) => total + chunk.length, 0);
  const end = fields([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, parts.length],
    [2, parts.length],
    [4, size],
    [4, offset],
    [2, 0],
  ]);
  return new Uint8Array(Buffer.concat([...chunks, ...directory, end]));
};

const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** `body` is WordprocessingML. */
export const makeDocx = (body: string, more: readonly Part[] = []): Uint8Array =>
  makeArchive([
    {
      name: "[Content_Types].xml",
      content: encode(
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      ),
    },
    {
      name: "_rels/.rels",
      content: encode(
        '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
      ),
    },
    {
      name: "word/document.xml",
      content: encode(`<?xml version="1.0"?><w:document ${namespace}><w:body>${body}</w:body></w:document>`),
    },
    {
      name: "word/styles.xml",
      content: encode(
        `<?xml version="1.0"?><w:styles ${namespace}>${["Title", "Heading 1", "Heading 2"]
          .map(
            (name) =>
              `<w:style w:type="paragraph" w:styleId="${name.replace(" ", "")}"><w:name w:val="${name}"/></w:style>`,
          )
          .join("")}</w:styles>`,
      ),
    },
    ...more,
  ]);

export const paragraph = (text: string, style?: string): string =>
  `<w:p>${style === undefined ? "" : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`;

export const table = (rows: readonly (readonly string[])[]): string => {
  const cell = (text: string): string => `<w:tc>${paragraph(text)}</w:tc>`;
  return `<w:tbl>${rows.map((row) => `<w:tr>${row.map(cell).join("")}</w:tr>`).join("")}</w:tbl>`;
};
