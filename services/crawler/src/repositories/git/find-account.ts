import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { GitAccount } from './git-account.ts';

const run = promisify(execFile);

/** An account by its name or number, from wherever the machine keeps accounts; a number may be that of no account. */
export async function findAccount(name: string): Promise<GitAccount | undefined> {
  const ask = async (what: '-u' | '-g') => Number((await run('id', [what, '--', name])).stdout);
  try {
    return { name, uid: await ask('-u'), gid: await ask('-g') };
  } catch {
    return /^\d{1,9}$/.test(name) ? { name, uid: Number(name), gid: Number(name) } : undefined;
  }
}
