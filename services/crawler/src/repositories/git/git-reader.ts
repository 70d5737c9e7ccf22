import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { readingEnvironment } from './git-environment.ts';
import { GitRepositoryError, redact } from './git-repository-error.ts';

/** A git process that reads a mirror. */
export interface GitReader {
  readonly child: ChildProcessWithoutNullStreams;
  /** Resolves when the process has ended: undefined after success, else its error. */
  readonly ended: Promise<GitRepositoryError | undefined>;
  kill(): void;
}

/** Bytes of git's error messages that are kept. */
const KEPT = 4096;

/**
 * Starts git on a mirror in its own process group, without network. An aborted signal kills the whole group. simple-git
 * cannot be used for reading: it neither streams to a process nor applies back pressure to its output.
 */
export function startReader(directory: string, args: readonly string[], signal?: AbortSignal): GitReader {
  const child = spawn('git', [...args], { cwd: directory, env: readingEnvironment(directory), detached: true, stdio: 'pipe' });
  let messages = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    messages = (messages + text).slice(-KEPT);
  });
  // A process that dies closes its pipe; `ended` reports its death.
  child.stdin.on('error', () => undefined);
  const kill = (): void => {
    try {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
    child.stdout.destroy();
  };
  const ended = new Promise<GitRepositoryError | undefined>((resolve) => {
    child.once('error', (error) => resolve(new GitRepositoryError('mirror_failed', `git cannot be started: ${error.message}`)));
    child.once('close', (code) => {
      signal?.removeEventListener('abort', kill);
      resolve(code === 0 ? undefined : new GitRepositoryError('damaged', redact(messages.trim()) || 'git ended without a message'));
    });
  });
  signal?.addEventListener('abort', kill, { once: true });
  if (signal?.aborted === true) kill();
  return { child, ended, kill };
}

/** Throws `cancelled` when the signal is aborted. */
export function checkCancelled(signal?: AbortSignal): void {
  if (signal?.aborted === true) throw new GitRepositoryError('cancelled', 'The reading of the mirror was cancelled');
}

/** The output of a short command. @throws GitRepositoryError damaged when git fails, cancelled */
export async function readAll(directory: string, args: readonly string[], input = '', signal?: AbortSignal): Promise<Buffer> {
  const reader = startReader(directory, args, signal);
  reader.child.stdin.end(input);
  const chunks: Buffer[] = [];
  reader.child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const failure = await reader.ended;
  checkCancelled(signal);
  if (failure) throw failure;
  return Buffer.concat(chunks);
}
