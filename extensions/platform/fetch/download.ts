/** One http(s) download under the capture rules: checked at every redirect, capped in time and size. */

import { lookup } from "node:dns/promises";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import type { Fetched, FetchOptions, Refuse } from "../platform.ts";
import { type HostAddress, permissionFor, problemOfUrl, type Resolve } from "./permission.ts";
import { acceptedEncodings, readBody } from "./response-body.ts";

const maxRedirects = 5;
const redirectCodes = new Set([301, 302, 303, 307, 308]);

interface Download {
  /** As asked for; without its password, since it goes into messages. */
  readonly shown: string;
  readonly options: FetchOptions;
  readonly refuse: Refuse;
  readonly resolve: Resolve;
  readonly signal: AbortSignal;
}

const resolveBySystem: Resolve = async (hostName) => await lookup(hostName, { all: true });

const refused = ({ refuse, shown }: Download, url: URL | undefined, reason: string): Error => {
  const place = url === undefined || url.href === shown ? "" : `${withoutSecret(url)}: `;
  return refuse("fetch_refused", { url: shown, reason: place + reason });
};

const withoutSecret = (url: URL): string => {
  const shown = new URL(url);
  shown.username = "";
  shown.password = "";
  return shown.href;
};

const parseUrl = (text: string, base?: URL): URL | undefined => {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
};

/** Answers Node's question for the host with the addresses that were checked, so that none other is connected to. */
const fixedLookup = (addresses: readonly HostAddress[]): LookupFunction => {
  const answers = addresses.map(({ address, family }) => ({ address, family }));
  return (_hostName, options, answer) => {
    const [first] = answers;
    if (options.all) answer(null, answers);
    else answer(null, first?.address ?? "", first?.family ?? 0);
  };
};

const get = async (url: URL, addresses: readonly HostAddress[], signal: AbortSignal): Promise<IncomingMessage> =>
  await new Promise((resolve, reject) => {
    const request = url.protocol === "https:" ? requestHttps : requestHttp;
    const outgoing = request(url, {
      // A connection of its own: one from a pool would have been checked for another download.
      agent: false,
      signal,
      lookup: fixedLookup(addresses),
      headers: { accept: "*/*", "accept-encoding": acceptedEncodings, "user-agent": "pi-wiki" },
    });
    outgoing.on("response", resolve);
    outgoing.on("error", reject);
    outgoing.end();
  });

/** Rejects when the time is over, for work that knows no signal. */
const inTime = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  signal.throwIfAborted();
  let stop = (): void => undefined;
  const over = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
  });
  signal.addEventListener("abort", stop);
  try {
    return await Promise.race([work, over]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
};

const visit = async (job: Download, url: URL, from: URL | undefined): Promise<IncomingMessage> => {
  const problem = problemOfUrl(url, from);
  if (problem !== undefined) throw refused(job, url, problem);
  const rules = { allowedHosts: job.options.allowedHosts, resolve: job.resolve };
  const permission = await inTime(permissionFor(url, rules), job.signal);
  if (permission.problem !== undefined) throw refused(job, url, permission.problem);
  return await get(url, permission.addresses, job.signal);
};

/** Where a response leads on to; undefined when it is the last one. */
const nextUrl = (job: Download, response: IncomingMessage, url: URL): URL | undefined => {
  if (!redirectCodes.has(response.statusCode ?? 0)) return undefined;
  response.destroy();
  const next = parseUrl(response.headers.location ?? "", url);
  if (response.headers.location === undefined || next === undefined) {
    throw job.refuse("fetch_failed", { url: job.shown, reason: "it leads on without saying where to" });
  }
  return next;
};

const receive = async (job: Download, response: IncomingMessage, url: URL): Promise<Fetched> => {
  const status = response.statusCode ?? 0;
  if (status < 200 || status > 299) {
    response.destroy();
    throw job.refuse("fetch_failed", { url: job.shown, reason: `the server answered ${status}` });
  }
  const bytes = await readBody(response, { maxBytes: job.options.maxBytes, signal: job.signal });
  return { url: url.href, contentType: response.headers["content-type"] ?? "", bytes };
};

const follow = async (job: Download, start: URL): Promise<Fetched> => {
  let url = start;
  let from: URL | undefined;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const response = await visit(job, url, from);
    const next = nextUrl(job, response, url);
    if (next === undefined) return await receive(job, response, url);
    from = url;
    url = next;
  }
  throw job.refuse("fetch_failed", { url: job.shown, reason: `it leads on more than ${maxRedirects} times` });
};

const reasonOf = (error: unknown, { signal, options }: Download): string => {
  if (options.signal?.aborted) return "it was cancelled";
  if (signal.aborted) return `it took longer than ${options.timeoutMs} ms`;
  if (!(error instanceof Error)) return String(error);
  return error.message || ("code" in error ? String(error.code) : error.name);
};

const isRefusal = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "fetch_refused" || error.code === "fetch_failed");

export const download = async (
  text: string,
  options: FetchOptions,
  world: { readonly refuse: Refuse; readonly resolve?: Resolve },
): Promise<Fetched> => {
  const { refuse, resolve = resolveBySystem } = world;
  const url = parseUrl(text);
  if (url === undefined)
    throw refuse("fetch_refused", { url: text.replace(/\/\/[^/]*@/, "//"), reason: "it is not an address" });
  const limits = [AbortSignal.timeout(options.timeoutMs), ...(options.signal === undefined ? [] : [options.signal])];
  const job: Download = { shown: withoutSecret(url), options, refuse, resolve, signal: AbortSignal.any(limits) };
  try {
    return await follow(job, url);
  } catch (error) {
    if (isRefusal(error)) throw error;
    throw refuse("fetch_failed", { url: job.shown, reason: reasonOf(error, job) }, error);
  }
};
