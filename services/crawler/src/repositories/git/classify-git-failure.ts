import { GitRepositoryError, type GitRepositoryErrorCode, redact } from './git-repository-error.ts';
import { type GitEnd, NOT_STARTED } from './start-git.ts';

/** In place of git's message when it was killed: by another worker that took the mirror over, or for want of memory. */
export const KILLED = 'git was killed, or failed without a message';
/** In place of git's message when it reached its limit of processor time. */
export const CPU_USED_UP = 'git used up its processor time';

/** The crawler's own machine is at fault, whatever git says of the consequences. What a server says of its own disk does not count. */
const MACHINE_SIGNS: readonly (readonly [GitRepositoryErrorCode, RegExp])[] = [
  ['mirror_failed', new RegExp(`^${NOT_STARTED}`)],
  ['mirror_failed', /^(?!remote: ).*(No space left on device|Disk quota exceeded|Read-only file system)/m],
];

const OUT_OF_MEMORY = /^(?!remote: ).*(out of memory|cannot allocate memory)/im;

/** Faults of the machine that may pass, and in which git calls objects missing or corrupt. */
const PASSING = /^(?!remote: ).*(Too many open files|Input\/output error|Stale file handle|Resource temporarily unavailable)/im;

/** What git says when it reaches a limit of ours. 24 is SIGXCPU. What a server says of its own memory does not count. */
const LIMIT_SIGNS: readonly (readonly [GitRepositoryErrorCode, RegExp])[] = [
  ['time_over_bound', new RegExp(`${CPU_USED_UP}|died of signal 24\\b`)],
  ['memory_over_bound', OUT_OF_MEMORY],
];

/**
 * git's messages by error code, for LC_ALL=C; the first match wins. The order matters: a stalled connection comes before its
 * consequences, the server's own report of corruption before the early end that follows from it, and a plain early end before
 * the sentences that git adds to any failure.
 */
const SIGNS: readonly (readonly [GitRepositoryErrorCode, RegExp])[] = [
  ...MACHINE_SIGNS,
  ...LIMIT_SIGNS,
  ['unavailable', new RegExp(`${KILLED}|died of signal`)],
  ['timeout', /Operation too slow|Operation timed out|Connection timed out|Timeout was reached/],
  ['damaged', /remote: (fatal|error): |possible repository corruption on the remote|remote error: upload-pack: not our ref/],
  [
    'damaged',
    /pack is corrupted|inflate|pack has bad object|corrupt|did not send all necessary objects|bad pack header|unresolved deltas?|SHA1 COLLISION|does not match CRC|bad band|unknown object type|invalid object|bad object/i,
  ],
  [
    'authentication_required',
    /could not read (Username|Password)|Authentication failed|returned error: (401|403)|Permission denied|Host key verification failed/,
  ],
  ['redirect_refused', /returned error: 30\d|unable to update url base from redirection/],
  ['transport_refused', /transport '.*' not allowed/],
  [
    'repository_not_found',
    /repository '.*' not found|does not appear to be a git repository|returned error: (404|410)|not exported|Repository not found|access denied or repository/i,
  ],
  [
    'not_a_git_server',
    /is this a git repository\?|invalid server response|protocol error: (bad line length|unexpected)|expected (flush|version)|unknown response type|invalid content-type|unexpected response/i,
  ],
  ['host_not_found', /Could not resolve (host|proxy)|Name or service not known/i],
  [
    'truncated',
    /early EOF|unexpected disconnect|hung up unexpectedly|transfer closed with|unexpected EOF|Connection reset|Recv failure|invalid index-pack output|the remote end hung up|HTTP\/2 stream .* was not closed|Empty reply|pack file .* too short/i,
  ],
  [
    'unavailable',
    /returned error: (5\d\d|429|407)|Failed to connect|Couldn't connect|Connection refused|unable to handle this request|Network is unreachable|SSL|certificate/i,
  ],
  // The server sent nothing and the connection held: it failed on an object before its first byte.
  ['damaged', /expected 'packfile'/],
];

/** Characters of git's message that are kept. */
const KEPT = 500;

/** Turns the end of a git that contacted a remote into an error with a stable code. Credentials are removed. */
export function classifyGitFailure(end: GitEnd, secrets: readonly string[] = []): GitRepositoryError {
  const text = textOf(end);
  const sign = SIGNS.find(([, expression]) => expression.test(text));
  return new GitRepositoryError(sign?.[0] ?? 'mirror_failed', redact(text, secrets).slice(-KEPT));
}

/** Turns the end of a git that read a mirror into an error: one of the machine, a limit that it reached, else damage of the mirror. */
export function classifyReadFailure(end: GitEnd): GitRepositoryError {
  const text = redact(textOf(end)).slice(-KEPT);
  const known = [...MACHINE_SIGNS, ...LIMIT_SIGNS].find(([, expression]) => expression.test(text))?.[0];
  // Nothing of ours kills a reader unasked; the kernel does under shortage of memory.
  return new GitRepositoryError(known ?? (end.signal === 'SIGKILL' ? 'memory_over_bound' : 'damaged'), text);
}

/**
 * Why a git gave no object of a mirror:
 * - damaged: the object cannot be read
 * - over_bound: it took all processor time of the process
 * - interrupted: there was too little memory, files could not be opened or read, or somebody killed git. That says nothing of the object
 */
export type ReadStop = 'damaged' | 'over_bound' | 'interrupted';

/** @param wasStopped the crawler ended git itself, so the signal means nothing */
export function readStopOf({ messages, signal }: GitEnd, wasStopped: boolean): ReadStop {
  if (OUT_OF_MEMORY.test(messages) || PASSING.test(messages)) return 'interrupted';
  if (wasStopped || signal === null) return 'damaged';
  return signal === 'SIGXCPU' ? 'over_bound' : 'interrupted';
}

function textOf({ messages, signal }: GitEnd): string {
  const lines = messages
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^remote: Total \d/.test(line));
  if (signal !== null) lines.push(signal === 'SIGXCPU' ? CPU_USED_UP : KILLED);
  return lines.join('\n') || KILLED;
}
