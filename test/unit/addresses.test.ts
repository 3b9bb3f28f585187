import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { inIpRanges, isIpRange } from "../../platform/http/ip-ranges.ts";
import { isOwnServer, type OwnServer } from "../../platform/http/own-servers.ts";
import { isPublicAddress } from "../../platform/http/public-address.ts";
import { reachableOrigin } from "../../platform/http/reachable-origin.ts";

describe("an address on the public internet", () => {
  test.each([
    "1.1.1.1",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "192.167.255.255",
    "198.17.255.255",
    "198.20.0.0",
    "223.255.255.255",
    "2606:4700:4700::1111",
    "2a00::1",
    "2001:200::1",
    "::ffff:1.1.1.1",
    "::ffff:101:101",
  ])("may be %s", (address) => expect(isPublicAddress(address)).toBe(true));

  test.each([
    ["unspecified", "0.0.0.0"],
    ["private", "10.0.0.1"],
    ["private", "10.255.255.255"],
    ["of a carrier", "100.64.0.1"],
    ["of a carrier", "100.127.255.255"],
    ["loopback", "127.0.0.1"],
    ["loopback", "127.255.255.254"],
    ["the metadata of a cloud", "169.254.169.254"],
    ["private", "172.16.0.1"],
    ["private", "172.31.255.255"],
    ["documentation", "192.0.2.1"],
    ["private", "192.168.255.255"],
    ["a benchmark", "198.19.255.255"],
    ["multicast", "224.0.0.1"],
    ["reserved", "240.0.0.1"],
    ["broadcast", "255.255.255.255"],
    ["loopback", "::1"],
    ["unspecified", "::"],
    ["link-local", "fe80::1"],
    ["link-local with a zone", "fe80::1%eth0"],
    ["public with a zone", "2606:4700::1%eth0"],
    ["unique local", "fd00::1"],
    ["multicast", "ff02::1"],
    ["documentation", "2001:db8::1"],
    ["the last network for documentation", "2001:db8:ffff::1"],
    ["the last 6to4 relay", "192.88.99.255"],
    ["documentation", "3fff:fff::1"],
    ["Teredo", "2001:0:1::1"],
    ["6to4", "2002:7f00:1::1"],
    ["translated IPv4", "64:ff9b::7f00:1"],
    ["mapped loopback", "::ffff:127.0.0.1"],
    ["mapped loopback in hexadecimal", "::ffff:7f00:1"],
    ["mapped metadata", "::ffff:a9fe:a9fe"],
    ["IPv4 in the deprecated notation", "::127.0.0.1"],
  ])("is not %s: %s", (_kind, address) => expect(isPublicAddress(address)).toBe(false));

  test.each(["", "example.com", "localhost", "1.2.3", "1.2.3.4.5", "256.1.1.1", "0x7f.1", "2130706433"])(
    "is not the text %j",
    (text) => expect(isPublicAddress(text)).toBe(false),
  );

  test("is the same in IPv4 and mapped into IPv6", () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) =>
        expect(isPublicAddress(`::ffff:${address}`)).toBe(isPublicAddress(address)),
      ),
    );
  });
});

describe("a range of addresses", () => {
  test("contains its own addresses, also mapped into IPv6", () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.integer({ min: 0, max: 32 }), (address, bits) => {
        expect(inIpRanges([`${address}/${bits}`], address)).toBe(true);
        expect(inIpRanges([`${address}/${bits}`], `::ffff:${address}`)).toBe(true);
      }),
    );
  });

  test("of one address contains no other", () => {
    fc.assert(fc.property(fc.ipV4(), fc.ipV4(), (a, b) => expect(inIpRanges([`${a}/32`], b)).toBe(a === b)));
  });

  test.each([
    [["10.0.0.0/8"], "::ffff:a00:1", true],
    [["fe80::/10"], "fe80::1%eth0", true],
    [["2001:db8::/32"], "10.0.0.1", false],
    [[], "10.0.0.1", false],
    [["not a range", "10.0.0.0/8"], "10.0.0.1", true],
    [["10.0.0.0/33"], "10.0.0.1", false],
  ])("%j with %s: %s", (ranges, address, inside) => expect(inIpRanges(ranges, address)).toBe(inside));

  test.each(["10.0.0.0/", "10.0.0.0/08x", "/8", "10.0.0.0 /8", "10.0.0.0/1000"])("is not %j", (text) =>
    expect(isIpRange(text)).toBe(false),
  );
});

describe("a server of this installation", () => {
  const own: OwnServer[] = [
    { host: "db.internal", port: "5432" },
    { host: "search.internal", port: "80" },
    { host: "10.1.1.1", port: "443" },
    { host: "127.0.0.1", port: "80" },
    { host: "::1", port: "443" },
  ];
  const NAMES: Record<string, string[]> = { "search.internal": ["10.2.2.2", "10.3.3.3"] };
  const resolve = async (name: string) =>
    (NAMES[name] ?? []).map((address) => ({ address, family: 4 as const }));

  test.each([
    ["10.9.9.9", "5432", true],
    ["127.0.0.1", "5432", true],
    ["10.9.9.9", "5433", false],
    ["10.2.2.2", "80", true],
    ["10.3.3.3", "80", true],
    ["10.9.9.9", "80", false],
    ["10.2.2.2", "443", false],
    ["10.1.1.1", "443", true],
    ["127.0.0.1", "80", true],
    ["127.8.8.8", "80", true],
    ["::1", "80", true],
    ["127.0.0.1", "443", true],
    ["::ffff:127.0.0.1", "80", true],
    ["::ffff:a01:101", "443", true],
    ["::ffff:10.2.2.2", "80", true],
    ["0:0:0:0:0:0:0:1", "443", true],
    ["10.1.1.2", "443", false],
  ])("is at %s, port %s: %s", async (address, port, expected) => {
    expect(await isOwnServer(own, { address, port }, resolve)).toBe(expected);
  });

  test.each([
    ["127.0.0.1", "http://127.0.0.1:3000"],
    ["0.0.0.0", "http://127.0.0.1:3000"],
    ["::", "http://[::1]:3000"],
    ["::1", "http://[::1]:3000"],
    ["localhost", "http://localhost:3000"],
  ])("that listens on %s is reached at %s", (host, origin) =>
    expect(reachableOrigin(host, 3000)).toBe(origin),
  );
});
