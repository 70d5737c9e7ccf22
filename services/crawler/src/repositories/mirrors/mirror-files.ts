import { existsSync } from 'node:fs';
import { constants, lchown, open, writeFile } from 'node:fs/promises';
import { gitAccount } from '../git/git-account.ts';

/** Linux gives every open folder a path of its own. Elsewhere git has the account of the crawler, so that there is nothing to guard. */
const OPEN_FOLDERS = '/proc/self/fd';

/**
 * Runs `use` with a path that leads into this very folder, even if git moves it or puts a link in its place meanwhile: mirrors are git's,
 * and the crawler works in them as root. The last part of `folder` may not be a link; the parts before it must be safe.
 * @throws an error with the code ENOTDIR or ELOOP when the folder is a link or a file, ENOENT when it is missing
 */
export async function insideFolder<T>(folder: string, use: (path: string) => Promise<T>): Promise<T> {
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    return await use(existsSync(OPEN_FOLDERS) ? `${OPEN_FOLDERS}/${handle.fd}` : folder);
  } finally {
    await handle.close();
  }
}

/** Lets git read and change what the crawler made in a mirror. */
export async function giveToGit(path: string): Promise<void> {
  const account = gitAccount();
  if (account !== undefined) await lchown(path, account.uid, account.gid);
}

/** Writes a new file for git. The mirror is git's, so the crawler follows no link there: a file or link of this name is an error. */
export async function writeForGit(path: string, content: string | Buffer, mode: number): Promise<void> {
  await writeFile(path, content, { mode, flag: 'wx' });
  await giveToGit(path);
}
