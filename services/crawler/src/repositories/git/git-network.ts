import { simpleGit, type SimpleGitProgressEvent } from 'simple-git';
import { classifyGitFailure, KILLED } from './classify-git-failure.ts';
import type { GitEnvironment } from './git-environment.ts';
import { endLeftoverProcesses } from './leftover-processes.ts';
import type { BoundsWatch } from './mirror-bounds.ts';

/** A remote that was found and may be asked, with everything that a git process needs for it. */
export interface GitSession {
  readonly directory: string;
  /** What git is given as the remote; holds no credentials. */
  readonly url: string;
  readonly watch: BoundsWatch;
  /** @param settings further git settings for this one call */
  environment(settings?: GitCall['settings']): GitEnvironment;
  /** Texts that may never stand in an error. */
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
 * Runs one git command that may ask the remote, through simple-git, and gives what it printed.
 * When the session's watch ends it, git and all its helpers are dead before this returns.
 * @throws GitRepositoryError
 */
export async function askGit(session: GitSession, call: GitCall): Promise<string> {
  session.watch.check();
  const environment = { ...session.environment(call.settings), ...call.variables };
  const { onProgress } = call;
  const git = simpleGit({
    baseDir: session.directory,
    abort: session.watch.signal,
    // simple-git takes away every GIT_ variable that is not named; ours are the hardening itself.
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
    // simple-git takes a git that was killed, and one that failed without a word, for one that went well.
    errors: (error, result) => error ?? (result.exitCode === 0 ? undefined : new Error(KILLED)),
    ...(onProgress && { progress: (event: SimpleGitProgressEvent) => onProgress(event.stage, event.progress) }),
    ...(call.input !== undefined && { input: () => call.input }),
  }).env(environment);
  const { signal } = session.watch;
  let end = (): void => undefined;
  // Rejects once all processes are dead, without waiting for simple-git to notice.
  const ended = new Promise<never>((_resolve, reject) => {
    end = () => void endLeftoverProcesses(session.directory).finally(() => reject(signal.reason));
  });
  signal.addEventListener('abort', end, { once: true });
  const asked = git.raw([...call.args]);
  try {
    return await Promise.race([asked, ended]);
  } catch (error) {
    if (signal.aborted) await ended;
    await endLeftoverProcesses(session.directory);
    throw classifyGitFailure(error instanceof Error ? error.message : String(error), session.secrets);
  } finally {
    signal.removeEventListener('abort', end);
  }
}
