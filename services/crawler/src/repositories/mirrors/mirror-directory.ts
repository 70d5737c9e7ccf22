import { existsSync } from 'node:fs';
import { chmod, chown, lchown, lstat, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { types } from 'node:util';
import { gitAccount, type GitAccount } from '../git/git-account.ts';
import { insideFolder } from './mirror-files.ts';

/** What git makes of a mirror. The format of its objects' names is in the last of them. */
const OF_GIT = ['packed-refs', 'shallow', 'refs', 'objects', 'HEAD', 'config'] as const;

/** Bytes of an object's name in a mirror: 20 for SHA-1, 32 for SHA-256; undefined where there is no mirror. */
export async function hashBytesOf(directory: string): Promise<20 | 32 | undefined> {
  const config = await readFile(join(directory, 'config'), 'utf8').catch(() => undefined);
  return config === undefined ? undefined : /^\s*objectformat\s*=\s*sha256\s*$/im.test(config) ? 32 : 20;
}

/** Deletes everything of git; known hosts stay. One that was interrupted can be repeated. No git process may be working on the mirror. */
export async function emptyMirror(directory: string): Promise<void> {
  await insideFolder(directory, async (mirror) => {
    for (const name of OF_GIT) await rm(join(mirror, name), { recursive: true, force: true });
  });
}

/** Whether a folder contains a mirror, complete or partial. */
export async function isMirror(directory: string): Promise<boolean> {
  const names: readonly string[] = await readdir(directory).catch(() => []);
  return ['HEAD', 'config', 'objects', 'refs'].every((name) => names.includes(name));
}

/** Whether its history ends early: at a remote that is shallow itself, or after salvaging. */
export const isShallow = (directory: string): boolean => existsSync(join(directory, 'shallow'));

/**
 * Creates the folder of all mirrors, or closes it to others, as long as this account owns it. The account of git may only pass through it:
 * it cannot list, add or replace mirrors.
 */
export async function mirrorsFolder(directory: string, account = gitAccount()): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if (account !== undefined) await chown(directory, -1, account.gid);
  // A volume may belong to another account, which then decides who can enter it.
  await chmod(directory, account === undefined ? 0o700 : 0o710).catch(() => undefined);
}

/**
 * Creates the folder of a mirror, which only git's account can enter, or closes an existing one to others. What belongs to another account,
 * such as that of an earlier version, is handed over. No git process may be writing to the mirror.
 */
export async function mirrorFolder(directory: string, account = gitAccount()): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await handOver(directory, account);
  await chmod(directory, 0o700).catch(() => undefined);
}

/** Whether the folder of a mirror belongs to the account of git. Only root can hand it over. */
export async function isHandedOver(directory: string): Promise<boolean> {
  return process.getuid?.() !== 0 || (await lstat(directory)).uid === (gitAccount() ?? ROOT).uid;
}

const ROOT = { uid: 0, gid: 0 };

/**
 * The folder itself comes last: as long as it belongs to another account something may be left. Meanwhile it is root's, so that no process of either
 * account can put a link where the walk goes next; a mirror that is handed over is not walked.
 */
async function handOver(directory: string, account: GitAccount | undefined): Promise<void> {
  const { uid, gid } = account ?? ROOT;
  if (process.getuid?.() !== 0 || (await lstat(directory)).uid === uid) return;
  await lchown(directory, ROOT.uid, ROOT.gid);
  await chmod(directory, 0o700);
  const give = async (path: string) => {
    if ((await lstat(path)).uid !== uid) await lchown(path, uid, gid);
  };
  for await (const path of entriesBelow(directory)) await give(path).catch(ignoreMissing);
  await give(directory);
}

/**
 * Deletes what a killed git leaves in a mirror: partial packs, which would count towards the size limit forever, and lock
 * files, which would block every later update. No git process should be working on the mirror; one that hides from the crawler and replaces
 * folders by links cannot lead it out of the mirror.
 */
export async function clearLeftovers(directory: string): Promise<void> {
  await insideFolder(directory, (mirror) => clearFolder(mirror, false));
}

async function clearFolder(folder: string, ofObjects: boolean): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      await insideFolder(path, (inner) => clearFolder(inner, ofObjects || entry.name === 'objects')).catch(ignoreReplaced);
    } else if ((ofObjects && /^(tmp_|\.tmp-|incoming-)/.test(entry.name)) || entry.name.endsWith('.lock')) {
      // git does not allow a ref name that ends in .lock.
      await rm(path, { force: true });
    }
  }
}

/** For a file that may vanish during a walk. */
const ignoreMissing = ignore(['ENOENT']);
/** For a folder that may vanish, or become a link, which is not entered. */
const ignoreReplaced = ignore(['ENOENT', 'ENOTDIR', 'ELOOP']);

function ignore(codes: readonly string[]): (error: unknown) => void {
  return (error) => {
    if (!(types.isNativeError(error) && 'code' in error && codes.includes(String(error.code)))) throw error;
  };
}

/** Bytes of a mirror's objects on disk, including those that are being received. */
export async function mirrorBytes(directory: string): Promise<number> {
  let bytes = 0;
  for await (const path of filesBelow(join(directory, 'objects'))) {
    bytes += (await lstat(path).catch(() => undefined))?.size ?? 0;
  }
  return bytes;
}

/** Whether a folder and those in it have more files than `most`. */
export async function hasMoreFiles(directory: string, most: number): Promise<boolean> {
  let count = 0;
  for await (const _ of filesBelow(directory)) {
    count += 1;
    if (count > most) return true;
  }
  return false;
}

async function* filesBelow(directory: string): AsyncGenerator<string> {
  for await (const path of entriesBelow(directory, false)) yield path;
}

/** Files, links and, after what they contain, folders. Links are not followed. */
async function* entriesBelow(directory: string, folders = true): AsyncGenerator<string> {
  // A file may vanish during the walk, because git is working.
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* entriesBelow(path, folders);
    if (folders || !entry.isDirectory()) yield path;
  }
}
