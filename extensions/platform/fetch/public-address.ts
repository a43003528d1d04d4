/** Which internet addresses are public, so that a capture can't reach into the machine or its network. */

import { BlockList, isIPv4, isIPv6 } from "node:net";

// IANA's special-purpose registries; the last one is a cloud's metadata service on a public number.
const reservedV4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
  ["168.63.129.16", 32],
];

// Exceptions within 2000::/3: protocol assignments and Teredo, documentation, 6to4.
const reservedV6: readonly (readonly [string, number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const blockList = (family: "ipv4" | "ipv6", ranges: readonly (readonly [string, number])[]): BlockList => {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family);
  return list;
};

const reserved4 = blockList("ipv4", reservedV4);
const reserved6 = blockList("ipv6", reservedV6);
const global6 = blockList("ipv6", [["2000::", 3]]);
const nat64 = blockList("ipv6", [["64:ff9b::", 96]]);

/** The IPv4 address in the last 32 bits, in whichever way they are written. */
const embeddedV4 = (address: string): string => {
  const dotted = /[\d.]+$/.exec(address)?.[0] ?? "";
  if (isIPv4(dotted)) return dotted;
  const [high = "0", low = "0"] = address
    .replace(/::$/, "::0:0")
    .replace(/::([^:]*)$/, "::0:$1")
    .split(":")
    .slice(-2);
  const bits = Number.parseInt(high || "0", 16) * 0x10000 + Number.parseInt(low || "0", 16);
  return [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256).join(".");
};

const isPublicV6 = (address: string): boolean => {
  if (nat64.check(address, "ipv6")) return isPublicAddress(embeddedV4(address));
  return global6.check(address, "ipv6") && !reserved6.check(address, "ipv6");
};

/** False for anything that is not the address of a host on the public internet. */
export const isPublicAddress = (address: string): boolean => {
  if (isIPv4(address)) return !reserved4.check(address, "ipv4");
  // A zone (`%eth0`) belongs to a link of this machine.
  return isIPv6(address) && !address.includes("%") && isPublicV6(address);
};
