import { simpleGit } from 'simple-git';
import { asAccount, gitAccount } from './git-account.ts';
import { classifyGitFailure } from './classify-git-failure.ts';
import type { GitConnection } from './git-connection.ts';

/**
 * Runs a git command that touches only empty or own files and prints next to nothing, through simple-git. Whatever contacts a
 * remote or reads what a remote sent is started within limits (start-git.ts), which simple-git cannot set.
 * @throws GitRepositoryError
 */
export async function runLocalGit(connection: GitConnection, args: readonly string[]): Promise<void> {
  const environment = connection.environment();
  const git = simpleGit({
    baseDir: connection.directory,
    abort: connection.watch.signal,
    spawnOptions: asAccount(gitAccount()),
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
    errors: (error, result) => error ?? (result.exitCode === 0 ? undefined : new Error('git failed without a message')),
  }).env(environment);
  try {
    await git.raw([...args]);
  } catch (error) {
    connection.watch.check();
    const messages = error instanceof Error ? error.message : String(error);
    throw classifyGitFailure({ succeeded: false, signal: null, messages }, connection.secrets);
  }
}
