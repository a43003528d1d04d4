/** Cuts what `git cat-file --batch` prints into blobs, however it comes in pieces. */

import { joinBytes } from "./byte-chunks.ts";

/** `bytes` is undefined for an object that is not there. */
export type OnBlob = (id: string, bytes: Uint8Array | undefined) => void;

const lineFeed = 10;
const ascii = new TextDecoder("latin1");

export class BlobStream {
  readonly #onBlob: OnBlob;
  #pieces: Uint8Array[] = [];
  #held = 0;
  /** The blob whose content comes next, with the line feed after it. */
  #open: { readonly id: string; readonly length: number } | undefined;

  constructor(onBlob: OnBlob) {
    this.#onBlob = onBlob;
  }

  push(bytes: Uint8Array): void {
    let rest = bytes;
    while (rest.length > 0) rest = this.#open === undefined ? this.#takeHeader(rest) : this.#takeContent(rest);
  }

  #takeHeader(bytes: Uint8Array): Uint8Array {
    const end = bytes.indexOf(lineFeed);
    this.#hold(end < 0 ? bytes : bytes.subarray(0, end));
    if (end < 0) return bytes.subarray(bytes.length);
    const [id = "", type = "", size] = ascii.decode(this.#release()).split(" ");
    if (size === undefined) this.#onBlob(id, undefined);
    else if (type === "blob") this.#open = { id, length: Number(size) + 1 };
    else throw new Error(`git cat-file gave a ${type} for the blob ${id}.`);
    return bytes.subarray(end + 1);
  }

  #takeContent(bytes: Uint8Array): Uint8Array {
    const open = this.#open;
    if (open === undefined) return bytes;
    const missing = open.length - this.#held;
    this.#hold(bytes.subarray(0, missing));
    if (bytes.length < missing) return bytes.subarray(bytes.length);
    this.#open = undefined;
    this.#onBlob(open.id, this.#release().subarray(0, open.length - 1));
    return bytes.subarray(missing);
  }

  #hold(bytes: Uint8Array): void {
    this.#pieces.push(bytes);
    this.#held += bytes.length;
  }

  #release(): Uint8Array {
    const joined = joinBytes(this.#pieces);
    this.#pieces = [];
    this.#held = 0;
    return joined;
  }
}
