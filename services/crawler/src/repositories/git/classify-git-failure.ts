import { GitRepositoryError, type GitRepositoryErrorCode, redact } from './git-repository-error.ts';

/** In place of git's message when a signal killed it, perhaps from the out-of-memory killer. */
export const KILLED = 'git was killed, or failed without a message';

/**
 * git's messages by error code, for LC_ALL=C; the first match wins. The order matters: a stalled connection comes before its
 * consequences, the server's own report of corruption before the early end that follows from it, and a plain early end before
 * the sentences that git adds to any failure.
 */
const SIGNS: readonly (readonly [GitRepositoryErrorCode, RegExp])[] = [
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

/** Turns git's standard error into an error with a stable code. Progress lines and credentials are removed. */
export function classifyGitFailure(stderr: string, secrets: readonly string[] = []): GitRepositoryError {
  const lines = stderr
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/\d+% \(\d+\/\d+\)|: \d+, done\.?$|^remote: Total \d/.test(line));
  const text = lines.join('\n');
  const sign = SIGNS.find(([, expression]) => expression.test(text));
  return new GitRepositoryError(sign?.[0] ?? 'mirror_failed', redact(text, secrets).slice(-KEPT) || 'git failed without a message');
}
