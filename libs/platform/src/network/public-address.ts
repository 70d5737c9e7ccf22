import { BlockList, isIPv4 } from 'node:net';

/** IPv4 ranges that are not public (IANA special-purpose registry), with the metadata addresses of clouds. */
const REFUSED_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  // Azure's wire server: a public address that serves metadata.
  ['168.63.129.16', 32],
];

/** Refused within global unicast 2000::/3: protocol assignments and Teredo, documentation, 6to4 (which contains an IPv4 address). */
const REFUSED_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const refusedV4 = new BlockList();
for (const [net, prefix] of REFUSED_V4) refusedV4.addSubnet(net, prefix, 'ipv4');
const refusedV6 = new BlockList();
for (const [net, prefix] of REFUSED_V6) refusedV6.addSubnet(net, prefix, 'ipv6');
const globalV6 = new BlockList();
globalV6.addSubnet('2000::', 3, 'ipv6');

/**
 * Whether an address, as the resolver returns it, is a public unicast address. IPv4 inside IPv6 (mapped, NAT64, 6to4) counts
 * as not public: for a public host the resolver returns the plain form.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !refusedV4.check(address, 'ipv4');
  return globalV6.check(address, 'ipv6') && !refusedV6.check(address, 'ipv6');
}
