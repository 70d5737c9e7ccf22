import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from './address-rules.ts';
import { GitRepositoryError } from '../git/git-repository-error.ts';

export interface EgressRules {
  /** Whether private, loopback and link-local addresses may be asked: for installations that watch their own servers. */
  readonly allowPrivateAddresses: boolean;
}

/** Gives every address of a host name; tests put their own in. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** Octal, hexadecimal and short IPv4 spellings (`0x7f.1`, `2130706433`) go through here too: the resolver reads them as the system does. */
async function resolveBySystem(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true, verbatim: true })).map((entry) => entry.address);
}

/**
 * Resolves a host once and gives the address that every later connection is pinned to, so that a name which changes
 * its answer between the check and the use (rebinding) wins nothing.
 * @throws GitRepositoryError host_not_found; address_refused when no address of the host is allowed
 */
export async function pinAddress(host: string, rules: EgressRules, resolve: Resolve = resolveBySystem): Promise<string> {
  const addresses = isIP(host) === 0 ? await resolved(host, resolve) : [host];
  const allowed = addresses.find((address) => isIP(address) !== 0 && (rules.allowPrivateAddresses || isPublicAddress(address)));
  if (allowed !== undefined) return allowed;
  throw new GitRepositoryError('address_refused', `${host} has no public address; this installation asks no private ones`);
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
