import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { Readable, type Writable } from 'node:stream';
import { asAccount, gitAccount, type GitAccount } from './git-account.ts';
import type { GitEnvironment } from './git-environment.ts';
import type { ProcessLimits } from './git-limits.ts';
import { GitMessages } from './git-messages.ts';

export interface GitStart {
  /** Where git runs; an existing folder. */
  readonly directory: string;
  readonly args: readonly string[];
  readonly environment: GitEnvironment;
  readonly limits: ProcessLimits;
  /** Instead of that of the process (git-account.ts). */
  readonly account?: GitAccount;
  /** Kills git and its helpers when it is aborted. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (stage: string, percent: number) => void;
}

/** How a git process ended. */
export interface GitEnd {
  readonly succeeded: boolean;
  /** The signal that killed git itself. */
  readonly signal: NodeJS.Signals | null;
  /** What git wrote to its standard error, without progress; the end of it when it is long. */
  readonly messages: string;
}

export interface GitProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** Resolves when the process has ended and its pipes are closed. Never rejects. */
  readonly ended: Promise<GitEnd>;
  /** Kills git and its helpers, and discards its output. */
  kill(): void;
}

/** Writes texts to a process, no faster than it reads them. They are never in memory together. */
export function feed(stdin: Writable, texts: Iterable<string>): void {
  Readable.from(texts).pipe(stdin);
}

/** Seconds between SIGXCPU, which names the reason, and SIGKILL. */
const CPU_GRACE_SECONDS = 5;

/**
 * Sets the limits, then becomes git, whose files only its account can read. git needs a shell itself, so there always is one.
 * A lower limit that the crawler runs under stays. Where no limit can be set git does not start. Under shortage of memory the
 * kernel ends git before the crawler.
 */
const LIMITED = `
limit() {
  ulimit "$1" "$2" "$3" 2>/dev/null || [ "$(ulimit "$1" "$2")" != unlimited ] || { echo "fatal: cannot set ulimit $2" >&2; exit 125; }
}
limit -S -v "$1"; limit -H -v "$1"; limit -S -t "$2"; limit -H -t "$3"; ulimit -c 0; umask 077
{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null
shift 3
exec git "$@"
`;

/** Before git's message when the machine could not start it: it is short of processes or memory. */
export const NOT_STARTED = 'git cannot be started';
/** Ends of the shell before it has become git: it cannot fork, set a limit or run git. git itself ends with none of them. */
const BEFORE_GIT: ReadonlySet<number | null> = new Set([2, 125, 126, 127]);

/** macOS, where people develop, has no limit of the address space. */
const HAS_ADDRESS_SPACE_LIMIT = process.platform === 'linux';

/** Starts git within limits, under its account and in a process group of its own. Its output is a stream with back pressure. */
export function startGit({ directory, args, environment, limits, account = gitAccount(), signal, onProgress }: GitStart): GitProcess {
  const { addressSpaceBytes, cpuSeconds } = limits;
  const bounds = [
    HAS_ADDRESS_SPACE_LIMIT ? String(Math.ceil(addressSpaceBytes / 1024)) : 'unlimited',
    String(cpuSeconds),
    String(cpuSeconds + CPU_GRACE_SECONDS),
  ];
  const child = spawn('/bin/sh', ['-c', LIMITED, 'git', ...bounds, ...args], {
    cwd: directory,
    env: environment,
    detached: true,
    stdio: 'pipe',
    ...asAccount(account),
  });
  const messages = new GitMessages(onProgress);
  child.stderr.setEncoding('utf8').on('data', (text: string) => messages.push(text));
  // A process that dies closes its pipe; `ended` reports its death.
  child.stdin.on('error', () => undefined);
  child.stdout.on('error', () => undefined);
  let closed = false;
  const kill = (): void => {
    try {
      if (child.pid !== undefined && !closed) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
    child.stdout.destroy();
  };
  const ended = new Promise<GitEnd>((resolve) => {
    child.once('error', (error) => resolve({ succeeded: false, signal: null, messages: `${NOT_STARTED}: ${error.message}` }));
    child.once('close', (code, killedBy) => {
      closed = true;
      signal?.removeEventListener('abort', kill);
      const text = messages.text();
      resolve({ succeeded: code === 0, signal: killedBy, messages: BEFORE_GIT.has(code) ? `${NOT_STARTED}: ${text}` : text });
    });
  });
  signal?.addEventListener('abort', kill, { once: true });
  if (signal?.aborted === true) kill();
  return { child, ended, kill };
}
