import { chmodSync } from 'node:fs';
import { findAccount } from '../git/find-account.ts';
import { runGitUnder } from '../git/git-account.ts';

const IS_ROOT = process.getuid?.() === 0;

/** As in a crawler that runs as root: git has another account, which can enter the folder of the test. As another user: nothing changes. */
export async function useGitAccount(folder: string): Promise<void> {
  if (!IS_ROOT) return;
  runGitUnder(await findAccount('nobody'));
  chmodSync(folder, 0o711);
}
