import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@leakwatch/simulators';
import { describe, expect, it } from '@jest/globals';
import { asAccount, gitAccount } from '../git/git-account.ts';
import { readTips } from '../ledger/tips.ts';
import { failure, useMirrorStage } from './mirror-stage.fixture.ts';

const { current, update, listed, fetching } = useMirrorStage();

/** Another repository at the address, which is empty. */
function begin(format: 'sha1' | 'sha256'): void {
  const { scratch } = current();
  for (const name of readdirSync(scratch.directory)) rmSync(join(scratch.directory, name), { recursive: true });
  scratch.git('init', '--quiet', '--initial-branch=main', `--object-format=${format}`);
}

describe('updateMirror', () => {
  it('fetches every ref, including pull requests and notes, and reports progress', async () => {
    current().scratch.commit({ 'a.txt': 'one' });
    current().scratch.git('update-ref', 'refs/pull/7/head', 'HEAD');
    current().scratch.git('notes', 'add', '-m', 'a note with a token');
    const told: number[] = [];
    const outcome = await update(undefined, { onProgress: (percent) => told.push(percent) });
    expect(outcome).toMatchObject({ outcome: 'created', refs: 3, empty: false, defaultBranch: 'main' });
    expect(outcome.damaged).toBeUndefined();
    expect(outcome.bytes).toBeGreaterThan(0);
    expect(await listed()).toEqual(new Set([current().blob('one'), current().blob('a note with a token\n')]));
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect([told[0], told.at(-1)]).toEqual([0, 100]);
  });

  it('fetches a detached HEAD that no branch reaches', async () => {
    current().scratch.commit({ 'a.txt': 'one' });
    current().scratch.git('checkout', '--quiet', '--detach');
    current().scratch.commit({ 'a.txt': 'two' });
    await update();
    expect(await listed()).toEqual(new Set([current().blob('one'), current().blob('two')]));
  });

  it('accepts an empty repository, and fetches it once it is no longer empty', async () => {
    expect(await update()).toMatchObject({ refs: 0, empty: true });
    expect(await listed()).toEqual(new Set());
    current().scratch.commit({ 'a.txt': 'one' });
    expect(await update()).toMatchObject({ outcome: 'updated', refs: 1, empty: false });
    expect(await listed()).toEqual(new Set([current().blob('one')]));
  });

  it.each(['main', 'HEAD~0'])('reads a repository that was empty and gets objects with SHA-256 names (HEAD at %s)', async (head) => {
    begin('sha256');
    expect(await update()).toMatchObject({ outcome: 'created', empty: true });
    current().scratch.commit({ 'a.txt': 'one' });
    current().scratch.git('checkout', '--quiet', head);
    if (head !== 'main') current().scratch.git('branch', '--delete', '--force', 'main');
    expect(await update()).toMatchObject({ outcome: 'created', empty: false });
    expect((await listed()).size).toBe(1);
    current().scratch.commit({ 'b.txt': 'two' });
    expect(await update()).toMatchObject({ outcome: 'updated' });
    expect((await listed()).size).toBe(2);
  });

  it('reads another repository that is at the address now and has names of the other kind', async () => {
    current().scratch.commit({ 'a.txt': 'one' });
    await update();
    const since = [...(await readTips(current().mirror)).tips.keys()];
    writeFileSync(join(current().mirror, 'known_hosts'), 'known');
    begin('sha256');
    current().scratch.commit({ 'b.txt': 'two' });
    const { digest } = await update();
    expect([...(await listed({ since }))]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(existsSync(join(current().mirror, 'known_hosts'))).toBe(true);
    expect(await update(undefined, { listed: digest })).toMatchObject({ outcome: 'unchanged' });
    begin('sha1');
    current().scratch.commit({ 'c.txt': 'three' });
    await update();
    expect(await listed()).toEqual(new Set([current().blob('three')]));
  });

  it('lists only new blobs after a push, and keeps what a forced push and a deleted branch removed', async () => {
    const first = current().scratch.commit({ 'a.txt': 'one' });
    current().scratch.git('branch', 'side');
    current().scratch.commit({ 'b.txt': 'two' });
    await update();
    const before = [...(await readTips(current().mirror)).tips.keys()];

    current().scratch.git('reset', '--quiet', '--hard', first);
    current().scratch.commit({ 'c.txt': 'three' });
    current().scratch.git('branch', '--delete', '--force', 'side');
    expect(await update()).toMatchObject({ outcome: 'updated', refs: 1 });
    expect(await listed({ since: before })).toEqual(new Set([current().blob('three')]));
    expect(await listed()).toEqual(new Set([current().blob('one'), current().blob('two'), current().blob('three')]));

    // Two updates without a scan in between: what only the first one fetched is still listed as new.
    current().scratch.commit({ 'd.txt': 'four' });
    await update();
    current().scratch.git('reset', '--quiet', '--hard', first);
    await update();
    expect(await listed({ since: before })).toEqual(new Set([current().blob('three'), current().blob('four')]));
    expect(await listed({ since: [...before, 'f'.repeat(40)] })).toEqual(new Set([current().blob('three'), current().blob('four')]));
  });

  it('fetches nothing from a remote whose refs were listed, and checks without fetching', async () => {
    current().scratch.commit({ 'a.txt': 'one' });
    current().scratch.git('tag', '-a', '-m', 'a tag', 'v1');
    const { digest } = await update();
    expect(await update(undefined, { listed: digest })).toMatchObject({ outcome: 'unchanged', digest, refs: 2, defaultBranch: 'main' });
    const before = current().server.requests.length;
    expect(await update(undefined, { listed: digest, checkOnly: true })).toMatchObject({ outcome: 'unchanged' });
    expect(current().server.requests.length - before).toBe(3);
    current().scratch.commit({ 'a.txt': 'two' });
    const outdated = await update(undefined, { listed: digest, checkOnly: true });
    expect([outdated.outcome, outdated.digest === digest]).toEqual(['outdated', false]);
    expect(await listed()).toEqual(new Set([current().blob('one')]));
    expect(await update(undefined, { listed: digest })).toMatchObject({ outcome: 'updated', digest: outdated.digest });
    expect(await listed()).toEqual(new Set([current().blob('one'), current().blob('two')]));
  });

  it('takes a detached HEAD that moved for a change', async () => {
    current().scratch.commit({ 'a.txt': 'one' });
    current().scratch.git('checkout', '--quiet', '--detach');
    current().scratch.commit({ 'a.txt': 'two' });
    const { digest } = await update();
    expect(await update(undefined, { listed: digest })).toMatchObject({ outcome: 'unchanged' });
    current().scratch.commit({ 'a.txt': 'three' });
    expect(await update(undefined, { listed: digest })).toMatchObject({ outcome: 'updated' });
    expect(await listed()).toContain(current().blob('three'));
    current().scratch.git('checkout', '--quiet', 'main');
    const onBranch = await update();
    expect(await update(undefined, { listed: onBranch.digest })).toMatchObject({ outcome: 'unchanged' });
  });

  it.each([
    ['lacks a ref', ['update-ref', '-d', 'refs/mirror/heads/side']],
    ['has another object behind a ref', ['update-ref', 'refs/mirror/heads/side', 'refs/mirror/heads/main']],
    ['has a ref that the remote lacks', ['update-ref', 'refs/mirror/heads/more', 'refs/mirror/heads/main']],
    ['was salvaged', ['update-ref', 'refs/salvaged/one', 'refs/mirror/heads/main']],
  ])('fetches what was listed where the mirror %s', async (_, change) => {
    current().scratch.commit({ 'a.txt': 'one' });
    current().scratch.git('branch', 'side');
    current().scratch.commit({ 'a.txt': 'two' });
    const { digest } = await update();
    execFileSync('git', ['--git-dir', current().mirror, ...change], { stdio: 'pipe', ...asAccount(gitAccount()) });
    expect(await update(undefined, { listed: digest })).toMatchObject({ outcome: 'updated', digest });
    expect(await update(undefined, { listed: digest })).toMatchObject({ outcome: 'unchanged' });
  });

  it('fetches what was listed where the history ends early', async () => {
    const first = current().scratch.commit({ 'a.txt': 'one' });
    current().scratch.commit({ 'a.txt': 'two' });
    const { digest } = await update();
    execFileSync('tee', [join(current().mirror, 'shallow')], { input: `${first}\n`, stdio: 'pipe', ...asAccount(gitAccount()) });
    expect(await update(undefined, { listed: digest })).toMatchObject({ outcome: 'updated' });
  });

  it('is not misled by refs with a special meaning for git', async () => {
    const real = current().scratch.commit({ 'a.txt': 'the leak' });
    const decoy = current().scratch.commit({ 'a.txt': 'harmless' });
    current().scratch.git('update-ref', `refs/replace/${real}`, decoy);
    current().scratch.git('update-ref', 'refs/seen/x', decoy);
    await update();
    await update();
    expect(await listed()).toEqual(new Set([current().blob('the leak'), current().blob('harmless')]));
  });
});

describe('the files of a mirror', () => {
  const openToOthers = () => execFileSync('find', [current().mirror, '-perm', '/077', '-not', '-type', 'l'], { encoding: 'utf8' });

  it('are for the account of the crawler only', async () => {
    current().scratch.commit({ 'a.txt': 'one' });
    await update();
    expect(openToOthers()).toBe('');
  });

  it('are closed to others by the next update when an earlier version left them open', async () => {
    current().scratch.commit({ 'a.txt': 'one' });
    await update();
    chmodSync(current().mirror, 0o755);
    await update();
    expect(statSync(current().mirror).mode & 0o777).toBe(0o700);
  });
});

describe('after a kill during an update', () => {
  it('the next update kills leftover processes and fetches everything', async () => {
    current().scratch.commit({ 'a.txt': 'one', 'big.bin': randomBytes(300_000) });
    current().server.behaviours.set('/repo.git', { kind: 'stalled', afterBytes: 100_000 });
    // A killed worker leaves its git running: start the same command without waiting for it.
    const stop = new AbortController();
    const work = failure(update(undefined, { signal: stop.signal }));
    await until(() => fetching().some((line) => line.includes('index-pack')));
    for (const file of ['HEAD.lock', 'packed-refs.lock', 'shallow.lock', 'objects/pack/tmp_pack_left'])
      writeFileSync(join(current().mirror, file), 'x');
    current().server.behaviours.delete('/repo.git');
    const outcome = await update();
    expect(await work).toMatchObject({ retryable: true });
    expect(outcome).toMatchObject({ refs: 1 });
    expect((await listed()).size).toBe(2);
    expect(existsSync(join(current().mirror, 'objects/pack/tmp_pack_left'))).toBe(false);
    expect(existsSync(join(current().mirror, 'packed-refs.lock'))).toBe(false);
  });
});
