import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from '@leakwatch/platform';
import { GitRepositoryError } from '../git/git-repository-error.ts';

export interface EgressRules {
  /** Whether private, loopback and link-local addresses may be contacted: for installations that watch their own servers. */
  readonly allowPrivateAddresses: boolean;
}

/** Returns every address of a host name; tests replace it. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** Also resolves octal, hexadecimal and short IPv4 spellings (`0x7f.1`, `2130706433`), as the system does. */
async function resolveBySystem(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true, verbatim: true })).map((entry) => entry.address);
}

/**
 * Resolves a host once and returns the address to which every later connection is pinned, so that a name that changes its
 * answer between check and use (DNS rebinding) has no effect.
 * @throws GitRepositoryError host_not_found; address_refused when no address of the host is allowed
 */
export async function pinAddress(host: string, rules: EgressRules, resolve: Resolve = resolveBySystem): Promise<string> {
  const addresses = isIP(host) === 0 ? await resolved(host, resolve) : [host];
  const allowed = addresses.find((address) => isIP(address) !== 0 && (rules.allowPrivateAddresses || isPublicAddress(address)));
  if (allowed !== undefined) return allowed;
  throw new GitRepositoryError('address_refused', `${host} has no public address; this installation does not contact private addresses`);
}

async function resolved(host: string, resolve: Resolve): Promise<readonly string[]> {
  let addresses: readonly string[];
  try {
    addresses = await resolve(host);
  } catch {
    throw new GitRepositoryError('host_not_found', `${host} cannot be resolved`);
  }
  if (addresses.length === 0) throw new GitRepositoryError('host_not_found', `${host} has no address`);
  return addresses;
}
