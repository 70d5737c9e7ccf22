import { InvalidSettings } from '@leakwatch/platform';
import { findAccount } from '../git/find-account.ts';
import type { GitAccount } from '../git/git-account.ts';
import { tryAccount } from './try-account.ts';

/** The first of them that exists. `nobody` exists everywhere, but other programs may use it as well. */
const ACCOUNTS = ['leakwatch-git', 'nobody'];

export type AccountChoice =
  | { readonly account: GitAccount }
  /** git runs under the account of the crawler. */
  | { readonly account?: never; readonly reason: string };

/**
 * Under which account git runs.
 * @param wanted what LEAKWATCH_GIT_USER names; the account of the crawler itself means that git has no other
 * @throws InvalidSettings when git cannot run under the account that is wanted
 */
export async function chooseAccount(wanted: string | undefined, mirrors: string): Promise<AccountChoice> {
  if (wanted === undefined) return chooseDefault(mirrors);
  const account = await findAccount(wanted);
  if (account === undefined) throw refused(`there is no account ${wanted}`);
  if (account.uid === process.getuid?.()) return { reason: 'LEAKWATCH_GIT_USER is the account of the crawler' };
  const reason = await whyNot(account, mirrors);
  if (reason !== undefined) throw refused(`git cannot run as ${wanted}: ${reason}`);
  return { account };
}

async function chooseDefault(mirrors: string): Promise<AccountChoice> {
  for (const name of ACCOUNTS) {
    const account = await findAccount(name);
    if (account === undefined) continue;
    const reason = await whyNot(account, mirrors);
    return reason === undefined ? { account } : { reason };
  }
  return { reason: `there is no account ${ACCOUNTS.join(' or ')}` };
}

async function whyNot(account: GitAccount, mirrors: string): Promise<string | undefined> {
  // Rights that root gives up when it becomes another account would stay with git.
  if (process.getuid?.() !== 0) return 'the crawler does not run as root';
  try {
    await tryAccount(mirrors, account);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const refused = (text: string) => new InvalidSettings(`Setting LEAKWATCH_GIT_USER: ${text}`);
