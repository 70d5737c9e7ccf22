import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { readingEnvironment } from './git-environment.ts';
import { GitRepositoryError, redact } from './git-repository-error.ts';

/** A git process that reads a mirror. */
export interface GitReader {
  readonly child: ChildProcessWithoutNullStreams;
  /** Resolves when the process is gone: undefined when it ended well, else what it said. */
  readonly ended: Promise<GitRepositoryError | undefined>;
  kill(): void;
}

/** Bytes of git's complaints that are kept. */
const KEPT = 4096;

/**
 * Starts git on a mirror in a process group of its own, without any network. An aborted signal kills the whole group.
 * simple-git cannot be used for reading: it neither streams to a process nor holds its output back.
 */
export function startReader(directory: string, args: readonly string[], signal?: AbortSignal): GitReader {
  const child = spawn('git', [...args], { cwd: directory, env: readingEnvironment(directory), detached: true, stdio: 'pipe' });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-KEPT);
  });
  // A reader that dies first closes its pipe; that it died is told by `ended`.
  child.stdin.on('error', () => undefined);
  const kill = (): void => {
    try {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It ended by itself.
    }
    child.stdout.destroy();
  };
  const ended = new Promise<GitRepositoryError | undefined>((resolve) => {
    child.once('error', (error) => resolve(new GitRepositoryError('mirror_failed', `git cannot be started: ${error.message}`)));
    child.once('close', (code) => {
      signal?.removeEventListener('abort', kill);
      resolve(code === 0 ? undefined : new GitRepositoryError('damaged', redact(said.trim()) || 'git ended without a word'));
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

/** Everything that a short command prints. @throws GitRepositoryError damaged when git fails, cancelled */
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
