/** Reads a response to its end, decompressed, and stops as soon as it has too many bytes. */

import type { IncomingMessage } from "node:http";
import { Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

type Decoder = () => NodeJS.ReadWriteStream;

const decoders: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

/** Sent as `accept-encoding`. */
export const acceptedEncodings = "gzip, deflate, br";

/** In the order in which they must be undone. */
const decodersOf = (response: IncomingMessage): readonly Decoder[] => {
  const names = (response.headers["content-encoding"] ?? "").toLowerCase().split(",");
  const wanted = names.map((name) => name.trim()).filter((name) => name !== "" && name !== "identity");
  if (wanted.length > 2) throw new Error("its content is encoded too many times");
  return wanted.reverse().map((name) => {
    const decoder = decoders.get(name);
    if (decoder === undefined) throw new Error(`its content is encoded as "${name}"`);
    return decoder;
  });
};

/** Passes chunks on until there are more than `maxBytes`. */
const limitTo = (maxBytes: number): Transform => {
  let total = 0;
  return new Transform({
    transform: (chunk: Uint8Array, _encoding, done) => {
      total += chunk.length;
      if (total > maxBytes) done(new Error(`it has more than ${maxBytes} bytes`));
      else done(null, chunk);
    },
  });
};

const keepIn = (chunks: Uint8Array[]): Writable =>
  new Writable({
    write: (chunk: Uint8Array, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });

const join = (chunks: readonly Uint8Array[]): Uint8Array => {
  const joined = new Uint8Array(chunks.reduce((total, chunk) => total + chunk.length, 0));
  let end = 0;
  for (const chunk of chunks) {
    joined.set(chunk, end);
    end += chunk.length;
  }
  return joined;
};

export const readBody = async (
  response: IncomingMessage,
  options: { readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  const stages = decodersOf(response).map((decoder) => decoder());
  // The limit counts twice: what comes over the wire, and what it unfolds to.
  const steps = [response, limitTo(options.maxBytes), ...stages, limitTo(options.maxBytes), keepIn(chunks)];
  await pipeline(steps, { signal: options.signal });
  return join(chunks);
};
