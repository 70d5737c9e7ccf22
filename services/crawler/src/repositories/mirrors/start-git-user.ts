import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@leakwatch/platform';
import { runGitUnder } from '../git/git-account.ts';
import { chooseAccount } from './choose-account.ts';
import { isHandedOver, mirrorFolder, mirrorsFolder } from './mirror-directory.ts';

/**
 * Decides under which account every git of this process runs, and hands over the mirrors that belong to another one.
 * @throws InvalidSettings
 */
export async function startGitUser(wanted: string | undefined, mirrors: string, logger: Pick<Logger, 'info'>): Promise<void> {
  const choice = await chooseAccount(wanted, mirrors);
  runGitUnder(choice.account);
  if (process.getuid?.() === 0) await handOverMirrors(mirrors);
  if (choice.account) logger.info({ account: choice.account.name }, 'git runs under an account of its own');
  else logger.info({ reason: choice.reason }, 'git runs under the account of the crawler');
}

async function handOverMirrors(mirrors: string): Promise<void> {
  await mirrorsFolder(mirrors);
  const directories = (await readdir(mirrors)).filter((name) => name.endsWith('.git')).map((name) => join(mirrors, name));
  for (const directory of directories) if (!(await isHandedOver(directory))) await mirrorFolder(directory);
}
