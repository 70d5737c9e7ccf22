import { simpleGit, type SimpleGitProgressEvent } from 'simple-git';
import { classifyGitFailure, KILLED } from './classify-git-failure.ts';
import type { GitEnvironment } from './git-environment.ts';
import { endLeftoverProcesses } from './leftover-processes.ts';

/** Watches one update of a mirror. `signal` is aborted with a GitRepositoryError as its reason. */
export interface BoundsWatch {
  readonly signal: AbortSignal;
  /** Throws the reason when the update was ended. */
  check(): void;
  /** Measures the size again, for what arrived since the last check, and throws when it exceeds the limit. */
  checkSize(): Promise<void>;
  stop(): void;
}

/** A remote that was located and may be contacted, with everything that a git process needs for it. */
export interface GitConnection {
  readonly directory: string;
  /** The URL for git; without credentials. */
  readonly url: string;
  readonly watch: BoundsWatch;
  /** @param settings further git settings for this one call */
  environment(settings?: GitCall['settings']): GitEnvironment;
  /** Texts that must never appear in an error. */
  readonly secrets: readonly string[];
}

export interface GitCall {
  readonly args: readonly string[];
  readonly input?: string;
  readonly settings?: readonly (readonly [string, string])[];
  /** Further variables of the environment. */
  readonly variables?: GitEnvironment;
  readonly onProgress?: (stage: string, percent: number) => void;
}

/**
 * Runs one git command that may contact the remote, through simple-git, and returns its output.
 * When the connection's watch ends it, git and all its helpers are dead before this returns.
 * @throws GitRepositoryError
 */
export async function askGit(connection: GitConnection, call: GitCall): Promise<string> {
  connection.watch.check();
  const environment = { ...connection.environment(call.settings), ...call.variables };
  const { onProgress } = call;
  const git = simpleGit({
    baseDir: connection.directory,
    abort: connection.watch.signal,
    // simple-git removes every GIT_ variable that is not listed here; ours harden git.
    allowEnvironment: Object.keys(environment),
    unsafe: {
      allowUnsafeConfigPaths: true,
      allowUnsafeConfigEnvCount: true,
      allowUnsafeHooksPath: true,
      allowUnsafeCredentialHelper: true,
      allowUnsafeProtocolOverride: true,
      allowUnsafeSshCommand: true,
      allowUnsafeTemplateDir: true,
    },
    // simple-git treats a git that was killed, or failed without a message, as successful.
    errors: (error, result) => error ?? (result.exitCode === 0 ? undefined : new Error(KILLED)),
    ...(onProgress && { progress: (event: SimpleGitProgressEvent) => onProgress(event.stage, event.progress) }),
    ...(call.input !== undefined && { input: () => call.input }),
  }).env(environment);
  const { signal } = connection.watch;
  let end = (): void => undefined;
  // Rejects once all processes are dead, without waiting for simple-git to notice.
  const ended = new Promise<never>((_resolve, reject) => {
    end = () => void endLeftoverProcesses(connection.directory).finally(() => reject(signal.reason));
  });
  signal.addEventListener('abort', end, { once: true });
  const asked = git.raw([...call.args]);
  try {
    return await Promise.race([asked, ended]);
  } catch (error) {
    if (signal.aborted) await ended;
    await endLeftoverProcesses(connection.directory);
    throw classifyGitFailure(error instanceof Error ? error.message : String(error), connection.secrets);
  } finally {
    signal.removeEventListener('abort', end);
  }
}
