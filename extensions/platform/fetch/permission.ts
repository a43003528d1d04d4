/** Decides whether an address may be downloaded, and which of its host's numbers may be connected to. */

import { isIP } from "node:net";
import { isPublicAddress } from "./public-address.ts";

export interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/** Finds all addresses of a host name. */
export type Resolve = (hostName: string) => Promise<readonly HostAddress[]>;

const bareHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "");

const portOf = (url: URL): string => url.port || (url.protocol === "https:" ? "443" : "80");

const isAllowed = (url: URL, allowedHosts: readonly string[]): boolean => {
  const names = [bareHost(url), url.hostname];
  const accepted = new Set(names.flatMap((name) => [name, `${name}:${portOf(url)}`]));
  return allowedHosts.some((host) => accepted.has(host.toLowerCase()));
};

/** Why a URL may not be downloaded, by its text alone; undefined when it may. */
export const problemOfUrl = (url: URL, from: URL | undefined): string | undefined => {
  if (url.protocol !== "http:" && url.protocol !== "https:") return "only http and https addresses are fetched";
  if (url.username !== "" || url.password !== "") return "an address with a user name or password is not fetched";
  if (from?.protocol === "https:" && url.protocol === "http:") return "it leads from https to http";
  return undefined;
};

export interface Permission {
  readonly addresses: readonly HostAddress[];
  readonly problem: string | undefined;
}

/** All addresses must be public: whoever answers for the name chooses their order. */
export const permissionFor = async (
  url: URL,
  rules: { readonly allowedHosts: readonly string[]; readonly resolve: Resolve },
): Promise<Permission> => {
  const host = bareHost(url);
  const family = isIP(host);
  const addresses = family === 0 ? await rules.resolve(host) : [{ address: host, family }];
  const hidden = addresses.find(({ address }) => !isPublicAddress(address));
  if (hidden === undefined || isAllowed(url, rules.allowedHosts)) return { addresses, problem: undefined };
  return { addresses, problem: `${hidden.address} is not a public address` };
};
