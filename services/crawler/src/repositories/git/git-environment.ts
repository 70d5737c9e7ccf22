import { isIPv6 } from 'node:net';
import type { GitCredentials } from '@leakwatch/rules';

/** All variables of a git process; it gets no other variable of the worker. */
export type GitEnvironment = Readonly<Record<string, string>>;

/** Names the mirror that a git process may change, so that processes left over by a killed worker can be found. */
export const MIRROR_MARK = 'LEAKWATCH_GIT_MIRROR';

/**
 * Settings of every git process. They are passed in the environment, where other users of the machine cannot read them as they
 * can read arguments, and are not written into the mirror's config.
 */
const SETTINGS: readonly (readonly [string, string])[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.logAllRefUpdates', 'false'],
  // cat-file and index-pack stream larger files instead of holding them in memory.
  ['core.bigFileThreshold', '16m'],
  // Limits of the memory for packs: several processes run side by side on a worker of 512 MiB.
  ['core.packedGitWindowSize', '16m'],
  ['core.packedGitLimit', '128m'],
  ['core.deltaBaseCacheLimit', '32m'],
  // Each thread of index-pack has its own cache.
  ['pack.threads', '1'],
  ['credential.helper', ''],
  // Otherwise a server that asks for it gets the Kerberos ticket of the crawler's account.
  ['http.emptyAuth', 'false'],
  // No garbage collection: every blob that was ever reachable is scanned.
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['fetch.fsckObjects', 'false'],
  // Files are never checked out, so malformed old trees are harmless; refusing them would miss leaks.
  ['transfer.fsckObjects', 'false'],
  ['fetch.unpackLimit', '1'],
  ['fetch.writeCommitGraph', 'false'],
  ['http.followRedirects', 'false'],
  ['log.showSignature', 'false'],
  ['log.mailmap', 'false'],
  ['protocol.version', '2'],
];

interface NetworkNeeds {
  /** Transports git may speak, as in GIT_ALLOW_PROTOCOL. */
  readonly transport: string;
  /** For http(s): the URL after redirects, its pinned address, and the credentials for that host only. */
  readonly http?: { readonly url: string; readonly pinned: string; readonly credentials?: GitCredentials };
  /** For ssh: the pinned address, the name under which its host key is stored, and the private key. */
  readonly ssh?: { readonly host: string; readonly pinned: string; readonly keyFile?: string; readonly knownHostsFile: string };
  /** For git://: the host name to request, because the URL has the pinned address. */
  readonly virtualHost?: string;
  /** Seconds without a byte after which git gives up. */
  readonly stallSeconds: number;
  readonly settings?: readonly (readonly [string, string])[];
}

/** The environment of a git process that only reads a mirror: no transport, no lazy fetch. */
export function readingEnvironment(directory: string): GitEnvironment {
  return environment(directory, '', SETTINGS);
}

/** The environment of a git process that contacts a remote. */
export function networkEnvironment(directory: string, needs: NetworkNeeds): GitEnvironment {
  const settings = [...SETTINGS, ['http.lowSpeedLimit', '1'] as const, ['http.lowSpeedTime', String(needs.stallSeconds)] as const];
  const more: Record<string, string> = { [MIRROR_MARK]: directory };
  if (needs.http) {
    const url = new URL(needs.http.url);
    const port = url.port || (url.protocol === 'https:' ? '443' : '80');
    const pinned = isIPv6(needs.http.pinned) ? `[${needs.http.pinned}]` : needs.http.pinned;
    settings.push(['http.curloptResolve', `${url.hostname}:${port}:${pinned}`]);
    if (needs.http.credentials) {
      settings.push([`http.${url.origin}/.extraHeader`, `Authorization: ${basicAuthorization(needs.http.credentials)}`]);
    }
  }
  if (needs.ssh) more['GIT_SSH_COMMAND'] = sshCommand(needs.ssh);
  if (needs.virtualHost !== undefined) more['GIT_OVERRIDE_VIRTUAL_HOST'] = needs.virtualHost;
  return { ...environment(directory, needs.transport, [...settings, ...(needs.settings ?? [])]), ...more };
}

/** The value of a basic Authorization header. */
export function basicAuthorization(credentials: GitCredentials): string {
  return `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`;
}

function environment(directory: string, protocols: string, settings: readonly (readonly [string, string])[]): GitEnvironment {
  const variables: Record<string, string> = {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    // classify-git-failure reads git's messages, so they must be in one language.
    LC_ALL: 'C',
    HOME: '/nonexistent',
    GIT_DIR: directory,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: protocols,
    GIT_NO_LAZY_FETCH: '1',
    // A remote can send refs/replace/*, which would hide objects from the scan.
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_CONFIG_COUNT: String(settings.length),
  };
  settings.forEach(([key, value], index) => {
    variables[`GIT_CONFIG_KEY_${index}`] = key;
    variables[`GIT_CONFIG_VALUE_${index}`] = value;
  });
  return variables;
}

function sshCommand(ssh: NonNullable<NetworkNeeds['ssh']>): string {
  const options = [
    'BatchMode=yes',
    // The account under which the crawler runs must not lend its identity to a repository that any customer may name, and whose
    // mirror customers share: no keys, agent, certificates, smart cards, Kerberos tickets or host keys of its own.
    'IdentitiesOnly=yes',
    'IdentityAgent=none',
    'PKCS11Provider=none',
    'GSSAPIAuthentication=no',
    'HostbasedAuthentication=no',
    'AddKeysToAgent=no',
    'UpdateHostKeys=no',
    'StrictHostKeyChecking=accept-new',
    `UserKnownHostsFile="${ssh.knownHostsFile}"`,
    `HostName=${ssh.pinned}`,
    `HostKeyAlias=${ssh.host}`,
    'ForwardAgent=no',
    'PermitLocalCommand=no',
    'ConnectTimeout=20',
  ];
  // ssh looks for keys in the home folder of its account, whatever HOME is.
  const identity = ssh.keyFile === undefined ? ['IdentityFile=none', 'PubkeyAuthentication=no'] : [`IdentityFile="${ssh.keyFile}"`];
  return ['ssh', '-F', '/dev/null', ...[...options, ...identity].flatMap((option) => ['-o', quoted(option)])].join(' ');
}

/** git passes the command to a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
