import { join } from 'node:path';
import { pinAddress, type EgressRules, type Resolve } from './egress.ts';
import { basicAuthorization, networkEnvironment } from '../git/git-environment.ts';
import type { BoundsWatch, GetFile, GitConnection } from '../git/git-connection.ts';
import { FETCH_ADDRESS_SPACE_BYTES } from '../git/git-limits.ts';
import type { GitRemote } from '@leakwatch/rules';
import { filesOfFolder, filesOverHttp } from './raw-files.ts';
import { findHttpEndpoint } from './smart-http.ts';

export interface RemoteAccess extends EgressRules {
  /** Private key for ssh remotes. */
  readonly sshKeyFile?: string;
  /** Replaces the system's resolver in tests. */
  readonly resolve?: Resolve;
}

/** Milliseconds for each hop of a redirect, and for a server that does not answer. */
const HOP_TIMEOUT = 30_000;
/** Without a byte from the server. */
const STALL_SECONDS = 60;

/**
 * git refuses a repository of another account, whose settings it would follow. The operator allowed repositories of this machine, and git
 * itself runs under an account that has nothing.
 */
const FOLDER_ARGS = ["--upload-pack=git -c safe.directory='*' upload-pack"];

/**
 * Locates a remote and pins its address; every git process of the connection contacts only that address.
 * @param bounds stallSeconds: seconds without a byte after which git gives up; milliseconds: longest duration of the update
 * @throws GitRepositoryError as findHttpEndpoint and pinAddress do
 */
export async function openConnection(
  directory: string,
  remote: GitRemote,
  access: RemoteAccess,
  watch: BoundsWatch,
  { stallSeconds = STALL_SECONDS, milliseconds }: { readonly stallSeconds?: number; readonly milliseconds: number },
): Promise<GitConnection> {
  const { url, needs, getFile } = await networkNeeds(directory, remote, access, watch, {
    hop: Math.min(HOP_TIMEOUT, stallSeconds * 1000),
    file: milliseconds,
  });
  watch.check();
  const { username, password } = remote.credentials ?? { username: '', password: '' };
  const secrets = remote.credentials
    ? [basicAuthorization({ username, password }).slice('Basic '.length), password, encodeURIComponent(password)]
    : [];
  return {
    directory,
    url,
    remoteArgs: remote.transport === 'file' ? FOLDER_ARGS : [],
    getFile,
    watch,
    secrets,
    // One thread works in each process, so this ends only a git whose crawler was killed.
    limits: { addressSpaceBytes: FETCH_ADDRESS_SPACE_BYTES, cpuSeconds: Math.ceil(milliseconds / 1000) },
    environment: (settings = []) => networkEnvironment(directory, { ...needs, stallSeconds, settings }),
  };
}

type Needs = Omit<Parameters<typeof networkEnvironment>[1], 'stallSeconds' | 'settings'>;

async function networkNeeds(
  directory: string,
  remote: GitRemote,
  access: RemoteAccess,
  watch: BoundsWatch,
  timeouts: { readonly hop: number; readonly file: number },
): Promise<{ readonly url: string; readonly needs: Needs; readonly getFile: GetFile }> {
  const { transport, host, address } = remote;
  if (transport === 'http' || transport === 'https') {
    const http = await findHttpEndpoint(remote, access, {
      signal: watch.signal,
      timeout: timeouts.hop,
      ...(access.resolve && { resolve: access.resolve }),
    });
    return { url: http.url, needs: { transport: 'http:https', http }, getFile: filesOverHttp(http, timeouts.file, watch.signal) };
  }
  if (transport === 'file') return { url: address, needs: { transport }, getFile: filesOfFolder(address) };
  const pinned = await pinAddress(host, access, access.resolve);
  if (transport === 'ssh') {
    const ssh = {
      host,
      pinned,
      knownHostsFile: join(directory, 'known_hosts'),
      ...(access.sshKeyFile !== undefined && { keyFile: access.sshKeyFile }),
    };
    return { url: address, needs: { transport, ssh }, getFile: noFiles };
  }
  const url = new URL(address);
  const authority = `${pinned.includes(':') ? `[${pinned}]` : pinned}:${remote.port}`;
  return { url: `git://${authority}${url.pathname}`, needs: { transport, virtualHost: url.host }, getFile: noFiles };
}

const noFiles: GetFile = () => Promise.resolve(false);
