import { isIP } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isPublicAddress } from "../../../extensions/platform/fetch/public-address.ts";
import { verifies } from "../../acceptance/verifies.ts";

const hidden = [
  "0.0.0.0",
  "10.0.0.1",
  "10.255.255.255",
  "100.64.0.1",
  "100.100.100.200",
  "100.127.255.255",
  "127.0.0.1",
  "127.255.255.254",
  "168.63.129.16",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.192",
  "192.168.1.1",
  "198.18.0.1",
  "203.0.113.7",
  "224.0.0.1",
  "239.255.255.255",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "::ffff:8.8.8.8",
  "::127.0.0.1",
  "64:ff9b::127.0.0.1",
  "64:ff9b::7f00:1",
  "64:ff9b::a00:1",
  "64:ff9b::a9fe:a9fe",
  "64:ff9b::",
  "64:ff9b::1",
  "64:ff9b:1::8.8.8.8",
  "100::1",
  "2001::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "3fff::1",
  "fc00::1",
  "fd00:ec2::254",
  "fe80::1",
  "fe80::1%eth0",
  "2606:4700::1111%eth0",
  "fec0::1",
  "ff02::1",
];

const open = [
  "1.1.1.1",
  "8.8.8.8",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "128.0.0.1",
  "168.63.129.17",
  "172.15.255.255",
  "172.32.0.0",
  "192.167.255.255",
  "223.255.255.255",
  "2606:4700::1111",
  "2a00:1450:4001:830::200e",
  "64:ff9b::8.8.8.8",
  "64:ff9b::808:808",
  "64:ff9b:0:0:0:0:808:808",
];

test.each(hidden)("%s is not a public address", (address) => {
  verifies("platform.fetch-public-only");
  expect(isPublicAddress(address)).toBe(false);
});

test.each(open)("%s is a public address", (address) => {
  verifies("platform.fetch-public-only");
  expect(isPublicAddress(address)).toBe(true);
});

test("whatever is not an address is not a public one", () => {
  verifies("platform.fetch-public-only");
  for (const text of ["", "localhost", "1.1.1", "0x7f.1", "[2606:4700::1111]", "1.1.1.1 "]) {
    expect(isPublicAddress(text)).toBe(false);
  }
  const notAnAddress = fc.string().filter((text) => isIP(text) === 0);
  fc.assert(fc.property(notAnAddress, (text) => !isPublicAddress(text)));
});

test("an address embedded for NAT64 counts as the one it stands for", () => {
  verifies("platform.fetch-public-only");
  const byte = fc.nat(255);
  fc.assert(
    fc.property(byte, byte, byte, byte, (a, b, c, d) => {
      const [high, low] = [a * 256 + b, c * 256 + d].map((word) => word.toString(16));
      const dotted = `${a}.${b}.${c}.${d}`;
      expect(isPublicAddress(`64:ff9b::${high}:${low}`)).toBe(isPublicAddress(dotted));
      expect(isPublicAddress(`64:ff9b::${dotted}`)).toBe(isPublicAddress(dotted));
    }),
  );
});
