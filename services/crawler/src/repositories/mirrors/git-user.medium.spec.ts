import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { InvalidSettings } from '@leakwatch/platform';
import { gitAccount, runGitUnder } from '../git/git-account.ts';
import { readingEnvironment } from '../git/git-environment.ts';
import { READ_LIMITS } from '../git/git-limits.ts';
import { startGit } from '../git/start-git.ts';
import { chooseAccount } from './choose-account.ts';
import { clearLeftovers, mirrorsFolder } from './mirror-directory.ts';
import { writeForGit } from './mirror-files.ts';
import { useMirrorStage } from './mirror-stage.fixture.ts';
import { startGitUser } from './start-git-user.ts';

// As root git has an account of its own; as another user these tests show that it has not, and that nothing else changes.
const OWN = process.getuid?.() ?? -1;
const IS_ROOT = OWN === 0;
/** An account of every machine that is not that of this process. */
const OTHER = IS_ROOT ? 'nobody' : 'root';

let home: string;
let mirrors: string;
const lines: unknown[] = [];
const logger = { info: (...line: unknown[]) => void lines.push(line) };

beforeEach(() => {
  lines.length = 0;
  home = mkdtempSync(join(tmpdir(), 'leakwatch-git-user-'));
  chmodSync(home, 0o711);
  mirrors = join(home, 'mirrors');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** What a command of the shell prints that a git which was taken over starts. */
async function takenOver(directory: string, command: string): Promise<string> {
  const git = startGit({
    directory,
    args: ['-c', `alias.evil=!${command}`, 'evil'],
    environment: readingEnvironment(directory),
    limits: READ_LIMITS,
  });
  git.child.stdin.end();
  const output = await text(git.child.stdout);
  expect((await git.ended).messages).toBe('');
  return output.trim();
}

const status = (name: string, output: string) => new RegExp(`^${name}:[ \\t]*(.*)$`, 'm').exec(output)?.[1]?.trim();

describe('git of a crawler', () => {
  beforeEach(async () => {
    await startGitUser(undefined, mirrors, logger);
    mkdirSync(join(home, 'work'));
    chmodSync(join(home, 'work'), 0o777);
  });

  it('runs with an account and a group of its own and no further group, where the crawler is root', async () => {
    const output = await takenOver(join(home, 'work'), 'cat /proc/self/status');
    const account = gitAccount();
    expect(account !== undefined).toBe(IS_ROOT);
    expect(lines).toEqual([
      IS_ROOT
        ? [{ account: account?.name }, 'git runs under an account of its own']
        : [{ reason: 'the crawler does not run as root' }, 'git runs under the account of the crawler'],
    ]);
    const uid = account?.uid ?? OWN;
    expect(status('Uid', output)).toBe([uid, uid, uid, uid].join('\t'));
    if (account === undefined) return;
    expect(status('Gid', output)).toBe([account.gid, account.gid, account.gid, account.gid].join('\t'));
    expect(status('Groups', output)).toBe('');
    expect([status('CapPrm', output), status('CapEff', output)]).toEqual(['0000000000000000', '0000000000000000']);
  });

  it.each([
    ['a file that only the crawler may read', () => join(home, 'secrets.json')],
    ['the environment of the crawler', () => `/proc/${process.pid}/environ`],
  ])('cannot read %s, where the crawler is root', async (_, path) => {
    writeFileSync(join(home, 'secrets.json'), 'sealing key', { mode: 0o600 });
    const output = await takenOver(join(home, 'work'), `cat ${path()} 2>/dev/null | tr -d '\\\\0' | head -c 11; echo done`);
    if (IS_ROOT) expect(output).toBe('done');
    else expect(output.length).toBeGreaterThan('done'.length);
  });
});

describe('the choice', () => {
  it('is the account that the setting names, by name or number', async () => {
    for (const name of [OTHER, execFileSync('id', ['-u', OTHER], { encoding: 'utf8' }).trim()]) {
      const chosen = chooseAccount(name, mirrors);
      if (IS_ROOT) expect(await chosen).toMatchObject({ account: { name } });
      else await expect(chosen).rejects.toThrow(`LEAKWATCH_GIT_USER: git cannot run as ${name}: the crawler does not run as root`);
    }
  });

  it('is the account of the crawler when the setting names it', async () => {
    expect(await chooseAccount(userInfo().username, mirrors)).toEqual({ reason: 'LEAKWATCH_GIT_USER is the account of the crawler' });
  });

  it('refuses an account that does not exist', async () => {
    const chosen = chooseAccount('-u no such account', mirrors);
    await expect(chosen).rejects.toThrow(new InvalidSettings('Setting LEAKWATCH_GIT_USER: there is no account -u no such account'));
  });

  it('of an account that cannot enter the home folder is refused, and git runs under that of the crawler without the setting', async () => {
    chmodSync(home, 0o700);
    await expect(chooseAccount(OTHER, mirrors)).rejects.toThrow(`Setting LEAKWATCH_GIT_USER: git cannot run as ${OTHER}: `);
    expect(await chooseAccount(undefined, mirrors)).toEqual({ reason: expect.stringMatching(/Permission denied|not run as root/) });
  });
});

describe('a mirror', () => {
  const { current, update, listed } = useMirrorStage();
  const owners = () => new Set(execFileSync('find', [current().mirror, '-printf', '%U\n'], { encoding: 'utf8' }).trim().split('\n'));

  it('of an earlier version is handed over, updated and read; and back, without the account', async () => {
    const account = gitAccount();
    for (const [index, next] of [undefined, account, undefined].entries()) {
      runGitUnder(next);
      current().scratch.commit({ [`${index}.txt`]: `text ${index}` });
      await update();
      expect(owners()).toEqual(new Set([String(next?.uid ?? OWN)]));
      expect(await listed()).toEqual(new Set(Array.from({ length: index + 1 }, (_, at) => current().blob(`text ${at}`))));
    }
  });

  it('of an earlier version can be read from the start of the crawler on, also when it was only partly handed over', async () => {
    runGitUnder(undefined);
    current().scratch.commit({ 'a.txt': 'one' });
    await update();
    const directory = join(mirrors, 'a.git');
    mkdirSync(mirrors);
    execFileSync('mv', [current().mirror, directory]);
    const account = await chooseAccount(undefined, mirrors);
    if (account.account) execFileSync('chown', [String(account.account.uid), join(directory, 'HEAD')]);
    await startGitUser(undefined, mirrors, logger);
    expect(await takenOver(directory, 'git for-each-ref')).not.toBe('');
    expect(lstatSync(join(directory, 'objects')).uid).toBe(account.account?.uid ?? OWN);
  });

  it('does not lead the crawler to another file by a link', async () => {
    const [target, link] = [join(home, 'target'), join(home, 'shallow')];
    symlinkSync(target, link);
    await expect(writeForGit(link, 'text', 0o600)).rejects.toThrow('EEXIST');
    expect(existsSync(target)).toBe(false);
  });

  it('does not lead the crawler elsewhere by a folder that git replaces by a link while the crawler deletes what is left there', async () => {
    const [mirror, foreign] = [join(home, 'a.git'), join(home, 'foreign')];
    for (const folder of [mirror, foreign]) {
      mkdirSync(join(folder, 'refs', 'heads'), { recursive: true });
      writeFileSync(join(folder, 'refs', 'heads', 'main.lock'), '');
    }
    const [real, kept] = [join(mirror, 'refs'), join(mirror, 'kept')];
    const swapping = spawn(
      process.execPath,
      [
        '-e',
        `const { renameSync, symlinkSync, rmSync } = require('node:fs');
        for (;;) { renameSync('${real}', '${kept}'); symlinkSync('${join(foreign, 'refs')}', '${real}'); rmSync('${real}'); renameSync('${kept}', '${real}'); }`,
      ],
      { stdio: 'ignore' },
    );
    try {
      for (let round = 0; round < 3000; round += 1) await clearLeftovers(mirror);
      expect(swapping.exitCode).toBe(null);
    } finally {
      swapping.kill('SIGKILL');
    }
    expect(existsSync(join(foreign, 'refs', 'heads', 'main.lock'))).toBe(true);
  });

  it('lies in a folder that git can pass through, not list or change', async () => {
    await startGitUser(undefined, mirrors, logger);
    await mirrorsFolder(mirrors);
    expect(lstatSync(mirrors)).toMatchObject({ uid: OWN });
    expect(lstatSync(mirrors).mode & 0o777).toBe(IS_ROOT ? 0o710 : 0o700);
  });
});
