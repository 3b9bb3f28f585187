import { BlockList, isIP, isIPv6 } from "node:net";

const listOf = (family: "ipv4" | "ipv6", ranges: string): BlockList => {
  const list = new BlockList();
  for (const range of ranges.split(" ")) {
    const [base, bits] = range.split("/") as [string, string];
    list.addSubnet(base, Number(bits), family);
  }
  return list;
};

/** The IANA special-purpose registries, and multicast. */
const SPECIAL_IPV4 = listOf(
  "ipv4",
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 " +
    "192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4",
);
/** The routable IPv6 space; everything outside embeds IPv4 or is local. */
const GLOBAL_UNICAST = listOf("ipv6", "2000::/3");
/** Within it: Teredo and others, documentation, 6to4, documentation again. */
const SPECIAL_IPV6 = listOf("ipv6", "2001::/23 2001:db8::/32 2002::/16 3fff::/20");

/** IPv4 in the IPv6 notation of dual-stack sockets; connected to by IPv4. */
const MAPPED_IPV4 = listOf("ipv6", "::ffff:0:0/96");

/**
 * Whether an address is on the public internet: global unicast without a special purpose. Text that is not an
 * address is not.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  if (!isIPv6(address)) return !SPECIAL_IPV4.check(address, "ipv4");
  if (address.includes("%")) return false;
  // The IPv4 list also matches mapped addresses.
  if (MAPPED_IPV4.check(address, "ipv6")) return !SPECIAL_IPV4.check(address, "ipv6");
  return GLOBAL_UNICAST.check(address, "ipv6") && !SPECIAL_IPV6.check(address, "ipv6");
}
