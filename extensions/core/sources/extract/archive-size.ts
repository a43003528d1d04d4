/** Inflates an archive's parts only to measure them: what it declares may be a lie. The only file that imports jszip. */

import { messageOf, refusal } from "./extractor.ts";

export interface ArchiveLimits {
  readonly maxParts: number;
  /** Bytes of all parts together that are not excepted. */
  readonly maxBytes: number;
  /** Parts that will not be inflated by whoever reads the archive. */
  readonly isExcepted: (name: string) => boolean;
}

/** Throws `extraction_failed` when the archive is broken, or when its text parts would grow too large. */
export const checkArchiveSize = async (bytes: Uint8Array, limits: ArchiveLimits): Promise<void> => {
  const parts = await partsOf(bytes);
  if (parts.length > limits.maxParts) throw refusal("extraction_failed", `the archive has ${parts.length} parts`);
  let left = limits.maxBytes;
  for (const part of parts) {
    if (part.dir || limits.isExcepted(part.name)) continue;
    left -= await measure(part, left);
  }
};

interface Part {
  readonly name: string;
  readonly dir: boolean;
  internalStream(type: "uint8array"): PartStream;
}

interface PartStream {
  on(event: "data", callback: (chunk: Uint8Array) => void): PartStream;
  on(event: "error", callback: (error: Error) => void): PartStream;
  on(event: "end", callback: () => void): PartStream;
  resume(): PartStream;
  pause(): PartStream;
}

const partsOf = async (bytes: Uint8Array): Promise<readonly Part[]> => {
  const { default: JsZip } = await import("jszip");
  try {
    const { files } = await JsZip.loadAsync(bytes);
    // Its types lack the documented internalStream.
    return Object.values(files) as unknown as readonly Part[];
  } catch (error) {
    throw refusal("extraction_failed", `the archive is broken: ${messageOf(error)}`, error);
  }
};

/** The part's size; stops inflating as soon as it passes `limit`. */
const measure = async (part: Part, limit: number): Promise<number> =>
  new Promise((resolve, reject) => {
    let size = 0;
    const stream = part.internalStream("uint8array");
    stream
      .on("data", (chunk) => {
        size += chunk.length;
        if (size <= limit) return;
        stream.pause();
        reject(refusal("extraction_failed", "the archive grows far beyond its size when unpacked"));
      })
      .on("error", (error) => reject(refusal("extraction_failed", `the archive is broken: ${error.message}`, error)))
      .on("end", () => resolve(size))
      .resume();
  });
