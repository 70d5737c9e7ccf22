import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createScratchRepository, runGit, type ScratchRepository } from '@leakwatch/simulators';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GitRepositoryError } from '../git/git-repository-error.ts';
import type { BlobIntroduction } from '../ledger/introduction-parser.ts';
import { type BlobListing, listBlobs } from '../ledger/list-blobs.ts';
import { readTips } from '../ledger/tips.ts';

let folder: string;
let scratch: ScratchRepository;
let directory: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leakwatch-list-'));
  scratch = createScratchRepository(join(folder, 'repo'));
  directory = join(folder, 'repo/.git');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function list(more: Partial<BlobListing> = {}): Promise<BlobIntroduction[]> {
  const found: BlobIntroduction[] = [];
  for await (const blobs of listBlobs({ directory, tips: await readTips(directory), ...more })) found.push(...blobs);
  return found;
}

/** The reachable objects according to another git command. */
function reachable(): Set<string> {
  const objects = runGit(directory, ['rev-list', '--objects', '--all'])
    .toString('latin1')
    .split('\n')
    .map((line) => line.slice(0, 40))
    .join('\n');
  const kinds = runGit(directory, ['cat-file', '--batch-check=%(objectname) %(objecttype)'], objects).toString('latin1');
  return new Set(
    kinds
      .split('\n')
      .filter((line) => line.endsWith(' blob'))
      .map((line) => line.slice(0, 40)),
  );
}

function put(content: string): string {
  return runGit(directory, ['hash-object', '-w', '--stdin'], content).toString().trim();
}

function tree(entries: Buffer): string {
  return runGit(directory, ['mktree', '-z', '--missing'], entries).toString().trim();
}

const objectPath = (oid: string): string => join(directory, 'objects', oid.slice(0, 2), oid.slice(2));

/** A repository with every unusual kind of object and ref. */
function makeNasty(): Record<string, string> {
  scratch.commit({ 'base.txt': 'base', 'd/deep/x.txt': 'deep' });
  scratch.git('checkout', '--quiet', '-b', 'side');
  scratch.commit({ 'side.txt': 'side', 'both.txt': 'from side' });
  scratch.git('checkout', '--quiet', 'main');
  scratch.commit({ 'both.txt': 'from main', empty: '' });
  scratch.git('merge', '--quiet', '--no-commit', '--strategy=ours', 'side');
  const evil = scratch.commit({ 'both.txt': 'from the merge alone', 'nobody.txt': 'in no parent', 'side.txt': 'side' }, 'evil merge');
  scratch.commit({ 'd/deep/x.txt': null, 'moved/x.txt': 'deep', 'copy.txt': 'base' });
  const blobTag = put('tagged blob');
  scratch.git('tag', '-a', '-m', 'a blob', 'blob-tag', blobTag);
  scratch.git('tag', '-a', '-m', 'a tag of a tag', 'nested-tag', 'blob-tag');
  const inTree = put('in a tagged tree');
  const tagged = tree(Buffer.from(`100644 blob ${inTree}\tfolder-file\0`));
  scratch.git('tag', '-a', '-m', 'a tree', 'tree-tag', tagged);
  const plainTree = tree(
    Buffer.concat([Buffer.from(`100755 blob ${put('in a plain tree')}\tnew\nline\0`), Buffer.from(`040000 tree ${tagged}\tsub\0`)]),
  );
  scratch.git('update-ref', 'refs/odd/tree', plainTree);
  scratch.git('update-ref', 'refs/odd/blob', put('a blob that a ref names'));
  const odd = tree(
    Buffer.concat([
      Buffer.from(`160000 commit ${'1'.repeat(40)}\tmodule\0`),
      Buffer.from(`120000 blob ${put('target/of/link')}\tlink\0`),
      Buffer.from(`100644 blob ${put('odd bytes')}\t`),
      Buffer.from([0xff, 0xfe, 0x01, 0x3a]),
      Buffer.from('\0'),
      Buffer.from(`100644 blob ${put('colon')}\t:100644 100644 x\0`),
      Buffer.from(`100644 blob ${put('like a commit')}\tcommit ${'2'.repeat(40)}\0`),
      Buffer.from(`100644 blob ${put('newline')}\ta\nb\0`),
      Buffer.from(`100644 blob ${put('cyrillic')}\tпапка файл\0`),
    ]),
  );
  const root = runGit(directory, ['commit-tree', '-m', 'odd paths', odd], undefined, {
    GIT_AUTHOR_NAME: 'Ёж: Иванов',
    GIT_AUTHOR_EMAIL: 'ёж@example.org',
    GIT_COMMITTER_NAME: 'x',
    GIT_COMMITTER_EMAIL: 'x',
    GIT_AUTHOR_DATE: '1600000000 +0000',
    GIT_COMMITTER_DATE: '1600000000 +0000',
  })
    .toString()
    .trim();
  scratch.git('update-ref', 'refs/heads/odd', root);
  return { evil, root };
}

describe('listBlobs', () => {
  it('lists exactly the blobs that git reaches in an unusual repository', async () => {
    makeNasty();
    const failures: GitRepositoryError[] = [];
    const found = await list({ onDamage: (error) => failures.push(error) });
    expect(new Set(found.map((blob) => blob.oid))).toEqual(reachable());
    expect(failures).toEqual([]);
  });

  it('reports path, commit, author and date', async () => {
    const { evil, root } = makeNasty();
    const found = await list();
    const odd = found.filter((blob) => blob.commit === root);
    expect(odd.map((blob) => blob.path).sort()).toEqual(
      ['\\xff\\xfe\u0001:', ':100644 100644 x', `commit ${'2'.repeat(40)}`, 'a\nb', 'link', 'папка файл'].sort(),
    );
    expect(odd[0]).toMatchObject({ author: { name: 'Ёж: Иванов', email: 'ёж@example.org' }, date: new Date(1_600_000_000_000) });
    expect(found.filter((blob) => blob.commit === evil).map((blob) => blob.path)).toEqual(['both.txt', 'nobody.txt']);
    const base = put('base');
    expect(found.filter((blob) => blob.oid === base).map((blob) => blob.path)).toEqual(['base.txt', 'copy.txt']);
    expect(found.find((blob) => blob.path === 'folder-file')).toMatchObject({ oid: put('in a tagged tree') });
  });

  it('lists the earliest introduction first, even across branches', async () => {
    scratch.commit({ a: 'root' });
    scratch.git('checkout', '--quiet', '-b', 'side');
    const early = scratch.commit({ one: 'the same' });
    scratch.git('checkout', '--quiet', 'main');
    const late = scratch.commit({ two: 'the same' });
    const same = (await list()).filter((blob) => blob.oid === put('the same'));
    expect(same.map((blob) => [blob.commit, blob.path])).toEqual([
      [early, 'one'],
      [late, 'two'],
    ]);
  });

  it('lists only new blobs after a push, and ignores old tips that no longer exist', async () => {
    makeNasty();
    const since = [...(await readTips(directory)).tips.keys()];
    expect(await list({ since })).toEqual([]);
    scratch.git('checkout', '--quiet', 'main');
    scratch.commit({ 'fresh.txt': 'fresh' });
    expect((await list({ since: [...since, 'f'.repeat(40)] })).map((blob) => blob.path)).toEqual(['fresh.txt']);
  });

  it('lists of an unusual history what is new since any of its commits, as a whole listing does', async () => {
    makeNasty();
    const whole = await list();
    const commits = runGit(directory, ['rev-list', '--all']).toString().trim().split('\n');
    for (const since of commits) {
      const known = new Set(runGit(directory, ['rev-list', since]).toString().trim().split('\n'));
      const wanted = whole.filter(({ commit }) => commit !== undefined && !known.has(commit));
      expect((await list({ since: [since] })).filter(({ commit }) => commit !== undefined)).toEqual(wanted);
    }
  });

  it('finds everything that is new where a commit of it cannot be read, and reports it', async () => {
    const since = [scratch.commit({ 'a.txt': 'before' })];
    scratch.commit({ 'd/x.txt': 'inner', 'c.txt': 'beside' });
    rmSync(objectPath(scratch.git('rev-parse', 'HEAD:d')));
    const failures: string[] = [];
    const found = new Set((await list({ since, onDamage: (error) => failures.push(error.code) })).map((blob) => blob.oid));
    expect(failures).toEqual(['damaged']);
    for (const content of ['inner', 'beside']) expect(found).toContain(put(content));
  });

  it('reads the tips that there are where a ref names an object that is missing', async () => {
    makeNasty();
    const { tips } = await readTips(directory);
    const lost = scratch.commit({ 'lost.txt': 'lost' });
    rmSync(objectPath(lost));
    const found = await readTips(directory);
    expect(found.unreadable).toEqual([lost]);
    expect([...found.tips.values()].sort()).toEqual([...tips.values()].sort().toSpliced([...tips.values()].sort().indexOf('commit'), 1));
  });

  it('continues after an unreadable folder, and reports it', async () => {
    scratch.commit({ 'a.txt': 'before' });
    scratch.commit({ 'd/x.txt': 'inner' });
    const oid = scratch.git('rev-parse', 'HEAD:d');
    scratch.commit({ 'd/x.txt': 'inner 2', 'b.txt': 'after' });
    const path = objectPath(oid);
    const bytes = readFileSync(path).fill(0x55);
    rmSync(path);
    writeFileSync(path, bytes);
    const failures: string[] = [];
    const found = new Set((await list({ onDamage: (error) => failures.push(error.code) })).map((blob) => blob.oid));
    expect(failures).toEqual(['damaged']);
    for (const content of ['before', 'inner', 'inner 2', 'after']) expect(found).toContain(put(content));
  });

  it('lists blobs that no ref reaches when the mirror was salvaged', async () => {
    scratch.commit({ a: 'reached' });
    const lost = put('reached by nothing');
    expect((await list()).map((blob) => blob.oid)).not.toContain(lost);
    expect((await list({ salvaged: true })).map((blob) => blob.oid)).toContain(lost);
  });

  it('ends git when it is cancelled, and when its consumer stops', async () => {
    for (let index = 0; index < 20; index += 1) scratch.commit({ a: String(index) });
    const stop = new AbortController();
    const tips = await readTips(directory);
    const rest = async (): Promise<void> => {
      for await (const blobs of listBlobs({ directory, tips, signal: stop.signal })) if (blobs.length > 0) stop.abort();
    };
    await expect(rest()).rejects.toMatchObject({ code: 'cancelled' });
    await expect(list({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' });
    let taken = 0;
    for await (const blobs of listBlobs({ directory, tips })) {
      taken += blobs.length;
      break;
    }
    expect(taken).toBeGreaterThan(0);
  });
});
