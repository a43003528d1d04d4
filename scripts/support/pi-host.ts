/** The two Pi generations: where their programs are and which Node runs them. */

import { existsSync } from "node:fs";
import { arch, platform } from "node:process";
import { fileURLToPath } from "node:url";

export const hostNames = ["old", "new"] as const;
export type HostName = (typeof hostNames)[number];

export interface PiHost {
  readonly name: HostName;
  /** As a person would call it, such as "pi 0.73.1". */
  readonly label: string;
  readonly node: string;
  readonly cli: string;
}

const inCheckout = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export const checkout = inCheckout("");

/** A folder with its own lockfile, since the newer Pi needs a newer Node than the package itself. */
export const hostsFolder = inCheckout("test/e2e/hosts");

const newerNode = (): string => {
  const pinned = `${hostsFolder}/node_modules/node-${platform}-${arch}/bin/node`;
  return existsSync(pinned) ? pinned : process.execPath;
};

const hosts: Readonly<Record<HostName, () => PiHost>> = {
  old: () => ({
    name: "old",
    label: "pi 0.73.1",
    node: process.execPath,
    cli: inCheckout("node_modules/@mariozechner/pi-coding-agent/dist/cli.js"),
  }),
  new: () => ({
    name: "new",
    label: "pi 1.6.0",
    node: newerNode(),
    cli: `${hostsFolder}/node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js`,
  }),
};

export const findHost = (name: HostName): PiHost => {
  const host = hosts[name]();
  if (!existsSync(host.cli)) throw new Error(`${host.label} is not installed: there is no ${host.cli}`);
  return host;
};
