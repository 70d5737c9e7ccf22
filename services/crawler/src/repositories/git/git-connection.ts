import { classifyGitFailure } from './classify-git-failure.ts';
import type { GitEnvironment } from './git-environment.ts';
import type { ProcessLimits } from './git-limits.ts';
import { endLeftoverProcesses } from './leftover-processes.ts';
import { readLines } from './read-lines.ts';
import { feed, startGit } from './start-git.ts';

/** Watches one update of a mirror. `signal` is aborted with a GitRepositoryError as its reason. */
export interface BoundsWatch {
  readonly signal: AbortSignal;
  /** Throws the reason when the update was ended. */
  check(): void;
  /** Measures the size again, for what arrived since the last check, and throws when it exceeds the limit. */
  checkSize(): Promise<void>;
  stop(): void;
}

/**
 * Copies a file of a remote's git folder, such as `objects/info/packs`, as it is. Returns false where the remote does not give it. What it
 * writes counts for the bounds of the update, which end it.
 */
export type GetFile = (path: string, target: string) => Promise<boolean>;

/** A remote that was located and may be contacted, with everything that a git process needs for it. */
export interface GitConnection {
  readonly directory: string;
  /** The URL for git; without credentials. */
  readonly url: string;
  /** Arguments of the commands that contact the remote. */
  readonly remoteArgs: readonly string[];
  readonly watch: BoundsWatch;
  readonly limits: ProcessLimits;
  /** @param settings further git settings for this one call */
  environment(settings?: GitCall['settings']): GitEnvironment;
  /** Copies a file of the remote's git folder, where the remote gives it. */
  readonly getFile: GetFile;
  /** Texts that must never appear in an error. */
  readonly secrets: readonly string[];
}

export interface GitCall {
  readonly args: readonly string[];
  /** Texts for its standard input. */
  readonly input?: Iterable<string>;
  readonly settings?: readonly (readonly [string, string])[];
  /** Further variables of the environment. */
  readonly variables?: GitEnvironment;
  readonly onProgress?: (stage: string, percent: number) => void;
  /** Gets each line of the output, without its line break; what it throws ends git. Without it the output is discarded. */
  readonly onLine?: (line: string) => void;
}

/**
 * Runs one git command that may contact the remote. The output is never in memory as a whole. When the connection's watch
 * ends it, or it fails, git and all its helpers are dead before this returns.
 * @throws GitRepositoryError; what `onLine` throws
 */
export async function askGit(connection: GitConnection, call: GitCall): Promise<void> {
  const { directory, watch, limits } = connection;
  watch.check();
  const git = startGit({
    directory,
    args: call.args,
    environment: { ...connection.environment(call.settings), ...call.variables },
    limits,
    signal: watch.signal,
    ...(call.onProgress && { onProgress: call.onProgress }),
  });
  try {
    feed(git.child.stdin, call.input ?? []);
    for await (const line of readLines(git.child.stdout)) call.onLine?.(line.toString('utf8'));
    const end = await git.ended;
    watch.check();
    if (!end.succeeded) throw classifyGitFailure(end, connection.secrets);
  } catch (error) {
    git.kill();
    await endLeftoverProcesses(directory);
    watch.check();
    throw error;
  }
}
