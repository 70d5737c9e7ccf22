/** Replaces credentials where an address is shown. */
const MASK = '***';

/** A remote URL was refused. The message gives the reason without the URL, which may hold credentials. */
export class InvalidGitRemote extends Error {
  readonly code: 'invalid_url' | 'transport_refused';

  constructor(code: InvalidGitRemote['code'], message: string) {
    super(message);
    this.name = 'InvalidGitRemote';
    this.code = code;
  }
}

export type GitTransport = 'http' | 'https' | 'ssh' | 'git' | 'file';

export interface GitCredentials {
  readonly username: string;
  readonly password: string;
}

/** A remote repository as the crawler may fetch it. */
export interface GitRemote {
  readonly transport: GitTransport;
  /** Normalised and without credentials: the argument of git, and the key of mirrors and caches. */
  readonly address: string;
  /** Host name or address literal, lower case; empty for file. An IPv6 literal has no brackets. */
  readonly host: string;
  readonly port: number;
  readonly credentials?: GitCredentials;
  /** The address had the mask instead of credentials: the stored ones are meant. */
  readonly keepsCredentials?: true;
  /** For people: the address with `***@` instead of credentials. */
  readonly masked: string;
}

export interface RemoteUrlRules {
  /** Whether this installation accepts repositories on its own disk. */
  readonly allowFile: boolean;
}

const LONGEST = 2048;
const DEFAULT_PORTS: Readonly<Record<GitTransport, number>> = { http: 80, https: 443, ssh: 22, git: 9418, file: 0 };
/** The user name is required: without it `javascript:x` and every other opaque URL would be a host and a path. */
const SCP_LIKE = /^([A-Za-z0-9._-]+)@([A-Za-z0-9.-]+):(?!\/\/|:)(.*[^/])\/*$/;

/**
 * Reads a remote URL that a person typed (docs/behaviour/repositories.md).
 * @throws InvalidGitRemote invalid_url, or transport_refused for anything but http(s), ssh, git (and file where allowed)
 */
export function parseRemoteUrl(text: string, rules: RemoteUrlRules): GitRemote {
  const remote = readRemote(text, rules);
  // Letters outside ASCII are escaped: three characters and more for each of them.
  if (remote.address.length > LONGEST) throw invalid('is too long once its letters are escaped');
  return remote;
}

function readRemote(text: string, rules: RemoteUrlRules): GitRemote {
  if (text === '' || text.length > LONGEST) throw invalid('is empty or too long');
  // Spaces and control characters could end a line of git's protocol or of a log; only some parsers read a backslash as a slash.
  if (/[\u0000-\u0020\u007f-\u00a0\u2028\u2029\\<>"`]/.test(text)) throw invalid('holds a space, a control character or a quote');
  if (text.startsWith('-')) throw invalid('starts with a dash');
  if (/^[A-Za-z0-9+.-]*::/.test(text)) throw refused('a remote helper');
  if (text.startsWith('/')) return file(text, rules);
  if (!text.includes('://')) return scpLike(text);

  const transport = transportOf(text);
  const url = parsed(text);
  if (transport === 'file') {
    if (url.host !== '' || url.search !== '' || url.hash !== '') throw invalid('names a host or a query on a file');
    return file(decoded(url.pathname), rules);
  }
  if (url.search !== '' || url.hash !== '') throw invalid('holds a query or a fragment');
  const host = url.hostname.toLowerCase().replace(/^\[|\]$/g, '');
  if (host === '' || !/^[a-z0-9.:_-]+$/.test(host) || host.startsWith('-')) throw invalid('has no usable host');
  if (/%(00|0[ad])/i.test(url.pathname)) throw invalid('holds a control character');
  const path = url.pathname.replace(/\/+$/, '');
  if (path === '') throw invalid('names no repository');
  const port = url.port === '' ? DEFAULT_PORTS[transport] : Number(url.port);
  const bracketed = host.includes(':') ? `[${host}]` : host;
  const authority = port === DEFAULT_PORTS[transport] ? bracketed : `${bracketed}:${port}`;
  const username = decoded(url.username);
  const password = decoded(url.password);

  if (transport === 'http' || transport === 'https') {
    const address = `${transport}://${authority}${path}`;
    if (username === '' && password === '') return { transport, address, host, port, masked: address };
    // The masked address, as the form sends it back: it holds no credentials and stands for the stored ones.
    if (username === MASK && password === '') return { transport, address, host, port, keepsCredentials: true, masked: address };
    if (username.includes(':')) throw invalid('has a colon in its user name');
    return { transport, address, host, port, credentials: { username, password }, masked: `${transport}://${MASK}@${authority}${path}` };
  }
  if (password !== '' || (transport === 'git' && username !== '')) throw invalid(`gives a password, which ${transport} cannot use`);
  if (username !== '' && !/^[A-Za-z0-9._][A-Za-z0-9._-]*$/.test(username)) throw invalid('has an odd user name');
  const address = `${transport}://${username === '' ? '' : `${username}@`}${authority}${path}`;
  return { transport, address, host, port, masked: address };
}

/** Hosts whose addresses are known to have several spellings: letter case and `.git` name the same repository. */
const FOLDING_HOSTS: readonly string[] = ['github.com', 'gitlab.com'];

/**
 * What is the same for two spellings of a repository that is read without credentials. Elsewhere `x` and `x.git` may be two repositories, and over another
 * transport one may open that the other does not: there it is the address.
 */
export function spellingOf(address: string): string {
  if (!URL.canParse(address)) return address;
  const { protocol, host, pathname } = new URL(address);
  const name = host.replace(/^www\./, '');
  if (protocol !== 'https:' || !FOLDING_HOSTS.includes(name)) return address;
  return `//${name}${pathname.toLowerCase().replace(/\.git$/, '')}`;
}

function transportOf(text: string): GitTransport {
  const scheme = text.slice(0, text.indexOf('://')).toLowerCase();
  if (scheme === 'http' || scheme === 'https' || scheme === 'ssh' || scheme === 'git' || scheme === 'file') return scheme;
  throw refused(/^[a-z0-9+.-]{1,20}$/.test(scheme) ? scheme : 'an unknown scheme');
}

function parsed(text: string): URL {
  try {
    return new URL(text);
  } catch {
    throw invalid('cannot be parsed');
  }
}

function decoded(part: string): string {
  try {
    const text = decodeURIComponent(part);
    if (/[\u0000-\u001f\u007f]/.test(text)) throw invalid('holds a control character');
    return text;
  } catch (error) {
    if (error instanceof InvalidGitRemote) throw error;
    throw invalid('holds a broken percent escape');
  }
}

/** `user@host:path`: the path is relative to the home folder on the host, so ssh:// cannot express it. */
function scpLike(text: string): GitRemote {
  const [, user, host, path] = SCP_LIKE.exec(text) ?? [];
  if (user === undefined || host === undefined || path === undefined) throw invalid('is not a URL');
  if ([user, host, path].some((part) => part.startsWith('-'))) throw invalid('holds a part that starts with a dash');
  const address = `${user}@${host.toLowerCase()}:${path}`;
  return { transport: 'ssh', address, host: host.toLowerCase(), port: 22, masked: address };
}

function file(path: string, rules: RemoteUrlRules): GitRemote {
  if (!rules.allowFile) throw refused('file');
  const address = path.length > 1 ? path.replace(/\/+$/, '') : path;
  if (!address.startsWith('/') || address.split('/').includes('..')) throw invalid('is not an absolute path');
  return { transport: 'file', address, host: '', port: 0, masked: address };
}

function invalid(reason: string): InvalidGitRemote {
  return new InvalidGitRemote('invalid_url', `The repository's URL ${reason}`);
}

function refused(what: string): InvalidGitRemote {
  return new InvalidGitRemote('transport_refused', `The repository's URL asks for ${what}; only http, https, ssh and git are allowed here`);
}
