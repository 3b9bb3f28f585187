import { BlockList, isIP } from "node:net";

export const LOOPBACK_RANGES: readonly string[] = ["127.0.0.0/8", "::1/128"];

const CIDR = /^([^/]+)\/(\d{1,3})$/;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const familyOf = (address: string): "ipv4" | "ipv6" => (isIP(address) === 6 ? "ipv6" : "ipv4");

function addTo(list: BlockList, range: string): boolean {
  const [, base = range, bits] = CIDR.exec(range) ?? [];
  const version = isIP(base);
  if (version === 0) return false;
  if (bits === undefined) list.addAddress(base, familyOf(base));
  else if (Number(bits) <= (version === 6 ? 128 : 32)) list.addSubnet(base, Number(bits), familyOf(base));
  else return false;
  return true;
}

/** Whether the text is an IP address or a CIDR range. */
export const isIpRange = (text: string): boolean => addTo(new BlockList(), text);

/**
 * Whether the address is in one of the ranges. An IPv4 address mapped into IPv6 by a dual-stack socket counts
 * as IPv4.
 */
export function inIpRanges(ranges: readonly string[], address: string): boolean {
  const plain = MAPPED.exec(address)?.[1] ?? address;
  if (isIP(plain) === 0) return false;
  const list = new BlockList();
  for (const range of ranges) addTo(list, range);
  return list.check(plain, familyOf(plain));
}

const groupsOf = (part: string): string[] => (part === "" ? [] : part.split(":"));

/**
 * The addresses that one caller controls: an IPv4 address, or the /64 network of an IPv6 address, all of
 * whose 2^64 addresses they can use.
 */
export function networkOf(address: string): string {
  const plain = MAPPED.exec(address)?.[1] ?? address;
  if (isIP(plain) !== 6) return plain;
  const [withoutZone = plain] = plain.toLowerCase().split("%", 1);
  const [head = "", tail] = withoutZone.split("::");
  const [front, back] = [groupsOf(head), groupsOf(tail ?? "")];
  const length = front.length + back.length + (plain.includes(".") ? 1 : 0);
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - length }, () => "0");
  const groups = [...front, ...zeros, ...back].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, "")).join(":")}::/64`;
}
