import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** A provider gives each customer of IPv6 at least so many bits of addresses; groups of 16. */
const NETWORK_GROUPS = 4;

/**
 * What attempts from an address are counted by: an address of IPv4 itself, of IPv6 its /64, of which one machine has every
 * address. Anything else is counted as it is.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  const groups = groupsOf(plain);
  const [high = 0, low = 0] = groups.slice(GROUPS - 2);
  // IPv4 as sockets of both families report it.
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xff_ff)
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  return `${groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of a valid address. */
function groupsOf(address: string): number[] {
  // The URL parser writes the last 32 bits in hexadecimal, also when they are given as IPv4.
  const text = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = text.split('::');
  const parse = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  if (tail === undefined) return parse(head);
  const [before, after] = [parse(head), parse(tail)];
  return [...before, ...Array.from({ length: GROUPS - before.length - after.length }, () => 0), ...after];
}
