import { describe, expect, it } from '@jest/globals';
import type { SoughtDocument } from '@leakwatch/contracts';
import { newId } from '@leakwatch/platform';
import { useMirrorStage } from '../repositories/mirrors/mirror-stage.fixture.ts';
import { checkMirror } from './check-mirror.ts';
import { type FindLines, holdsLines } from '../screening/holds-lines.ts';

const find: FindLines = async (bytes, lines) => holdsLines(bytes, lines);
const LEAK = 'host = a\nkey = one\n';

describe('a document in the mirror of its repository', () => {
  const stage = useMirrorStage();
  /** A remote whose first commit leaked, and the document as an event knows it. */
  const leaked = async (path = 'deploy/пароли 1.env') => {
    const { scratch, blob } = stage.current();
    const commit = scratch.commit({ [path]: LEAK });
    const sought: SoughtDocument = {
      ...{ organisation: newId(), task: newId(), source_type: 'git_repo', container: 'k', file_url: '', hash: null },
      ...{ path, version: blob(LEAK), commit, lines: ['key = one'] },
    };
    const check = async (change: Partial<SoughtDocument> = {}) => {
      await stage.update();
      return checkMirror(stage.current().mirror, { ...sought, ...change }, { find, signal: AbortSignal.timeout(60_000) });
    };
    return { scratch, check, path, commit, sought };
  };

  it('is there at the tip of a branch, also with other lines around, or on another branch', async () => {
    const { scratch, check, path } = await leaked();
    expect(await check()).toBe('there');
    scratch.commit({ [path]: `new\n${LEAK}` });
    expect(await check()).toBe('there');
    scratch.git('branch', 'other');
    scratch.commit({ [path]: 'host = a\nkey = ***\n' });
    expect(await check()).toBe('there');
    scratch.git('branch', '-D', 'other');
    expect(await check()).toBe('history');
  });

  it('is gone where no branch or tag reaches its commit', async () => {
    const { scratch, check, commit } = await leaked();
    // The branch is rewritten without the leak, as by a filter of the history.
    scratch.git('tag', 'v1');
    scratch.git('checkout', '--quiet', '--orphan', 'clean');
    scratch.git('rm', '-rf', '--quiet', '.');
    scratch.commit({ 'readme.md': 'clean' });
    scratch.git('branch', '-M', 'clean', 'main');
    expect(await check()).toBe('history');
    scratch.git('tag', '-d', 'v1');
    expect(await check()).toBe('gone');
    expect(await check({ commit: null })).toBe('gone');
    expect(await check({ commit: '--exec=x' })).toBe('gone');
    expect(await check({ commit: commit.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) })).toBe('gone');
  });

  it('is the file around what was inside it', async () => {
    const { check, path } = await leaked();
    expect(await check({ path: `${path}!/inner.txt`, lines: [] })).toBe('there');
    expect(await check({ path: 'a\nb', lines: [] })).toBe('history');
  });

  it('that was found by its name is there as long as a branch has its name, whatever is in it', async () => {
    const { scratch, check, path } = await leaked();
    scratch.commit({ [path]: 'other\n' });
    expect(await check({ lines: [] })).toBe('there');
    scratch.git('rm', '--quiet', path);
    scratch.commit({ 'readme.md': 'clean' });
    expect(await check({ lines: [] })).toBe('history');
  });

  it('is not looked for longer than was allowed', async () => {
    const { check, sought } = await leaked();
    await check();
    await expect(checkMirror(stage.current().mirror, sought, { find, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});
