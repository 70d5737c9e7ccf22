import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GitStage, openGitStage, until } from '@leakwatch/simulators';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MIRROR_MARK } from './git-environment.ts';
import { GitRepositoryError } from './git-repository-error.ts';
import { type BlobListing, listBlobs } from './list-blobs.ts';
import { type MirrorOutcome, type MirrorUpdate, updateMirror } from './mirror.ts';
import { parseRemoteUrl } from '@leakwatch/rules';
import { readTips } from './tips.ts';

// Each test starts dozens of git processes, on machines that may be busy.
jest.setTimeout(120_000);

const BOUNDS = { bytes: 100_000_000, milliseconds: 100_000 };

let stage: GitStage;

beforeEach(async () => {
  stage = await openGitStage();
});

afterEach(async () => {
  await stage.close();
});

function update(url = stage.server.url('repo.git'), more: Partial<MirrorUpdate> = {}): Promise<MirrorOutcome> {
  return updateMirror({
    directory: stage.mirror,
    remote: parseRemoteUrl(url, { allowFile: false }),
    access: { allowPrivateAddresses: true },
    bounds: BOUNDS,
    ...more,
  });
}

async function failure(work: Promise<unknown>): Promise<GitRepositoryError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof GitRepositoryError)) throw new Error(`no GitRepositoryError but ${String(error)}`);
  return error;
}

async function listed(options: Pick<BlobListing, 'since' | 'salvaged'> = {}): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const blob of listBlobs({ directory: stage.mirror, tips: await readTips(stage.mirror), ...options })) found.add(blob.oid);
  return found;
}

function fetching(): readonly string[] {
  return stage.processesWith(`${MIRROR_MARK}=${stage.mirror}`);
}

describe('updateMirror', () => {
  it('brings every ref, pull requests and notes among them, and tells its progress', async () => {
    stage.scratch.commit({ 'a.txt': 'one' });
    stage.scratch.git('update-ref', 'refs/pull/7/head', 'HEAD');
    stage.scratch.git('notes', 'add', '-m', 'a note with a token');
    const told: number[] = [];
    const outcome = await update(undefined, { onProgress: (percent) => told.push(percent) });
    expect(outcome).toMatchObject({ outcome: 'created', refs: 3, empty: false, defaultBranch: 'main' });
    expect(outcome.damaged).toBeUndefined();
    expect(outcome.bytes).toBeGreaterThan(0);
    expect(await listed()).toEqual(new Set([stage.blob('one'), stage.blob('a note with a token\n')]));
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect([told[0], told.at(-1)]).toEqual([0, 100]);
  });

  it('takes a detached HEAD that no branch reaches', async () => {
    stage.scratch.commit({ 'a.txt': 'one' });
    stage.scratch.git('checkout', '--quiet', '--detach');
    stage.scratch.commit({ 'a.txt': 'two' });
    await update();
    expect(await listed()).toEqual(new Set([stage.blob('one'), stage.blob('two')]));
  });

  it('takes an empty repository as empty, also when it later is not', async () => {
    expect(await update()).toMatchObject({ refs: 0, empty: true });
    expect(await listed()).toEqual(new Set());
    stage.scratch.commit({ 'a.txt': 'one' });
    expect(await update()).toMatchObject({ outcome: 'updated', refs: 1, empty: false });
    expect(await listed()).toEqual(new Set([stage.blob('one')]));
  });

  it('after a push lists only what is new, and keeps what a forced push and a deleted branch took away', async () => {
    const first = stage.scratch.commit({ 'a.txt': 'one' });
    stage.scratch.git('branch', 'side');
    stage.scratch.commit({ 'b.txt': 'two' });
    await update();
    const before = (await readTips(stage.mirror)).tips.map((tip) => tip.oid);

    stage.scratch.git('reset', '--quiet', '--hard', first);
    stage.scratch.commit({ 'c.txt': 'three' });
    stage.scratch.git('branch', '--delete', '--force', 'side');
    expect(await update()).toMatchObject({ outcome: 'updated', refs: 1 });
    expect(await listed({ since: before })).toEqual(new Set([stage.blob('three')]));
    expect(await listed()).toEqual(new Set([stage.blob('one'), stage.blob('two'), stage.blob('three')]));

    // Two updates without a scan between them: what stood there only in the middle is still told as new.
    stage.scratch.commit({ 'd.txt': 'four' });
    await update();
    stage.scratch.git('reset', '--quiet', '--hard', first);
    await update();
    expect(await listed({ since: before })).toEqual(new Set([stage.blob('three'), stage.blob('four')]));
    expect(await listed({ since: [...before, 'f'.repeat(40)] })).toEqual(new Set([stage.blob('three'), stage.blob('four')]));
  });

  it('is not fooled by refs that git gives a meaning', async () => {
    const real = stage.scratch.commit({ 'a.txt': 'the leak' });
    const decoy = stage.scratch.commit({ 'a.txt': 'harmless' });
    stage.scratch.git('update-ref', `refs/replace/${real}`, decoy);
    stage.scratch.git('update-ref', 'refs/seen/x', decoy);
    await update();
    await update();
    expect(await listed()).toEqual(new Set([stage.blob('the leak'), stage.blob('harmless')]));
  });
});

describe('after a kill in the middle', () => {
  it('the next update ends what was left behind and brings everything', async () => {
    stage.scratch.commit({ 'a.txt': 'one', 'big.bin': randomBytes(300_000) });
    stage.server.behaviours.set('/repo.git', { kind: 'stalled', afterBytes: 100_000 });
    // A worker that is killed cannot end its git: the same command, started by nobody who waits for it.
    const stop = new AbortController();
    const work = failure(update(undefined, { signal: stop.signal }));
    await until(() => fetching().some((line) => line.includes('index-pack')));
    for (const file of ['HEAD.lock', 'packed-refs.lock', 'shallow.lock', 'objects/pack/tmp_pack_left'])
      writeFileSync(join(stage.mirror, file), 'x');
    stage.server.behaviours.delete('/repo.git');
    const outcome = await update();
    // simple-git alone would take a killed git for one that went well.
    expect(await work).toMatchObject({ retryable: true });
    expect(outcome).toMatchObject({ refs: 1 });
    expect((await listed()).size).toBe(2);
    expect(existsSync(join(stage.mirror, 'objects/pack/tmp_pack_left'))).toBe(false);
    expect(existsSync(join(stage.mirror, 'packed-refs.lock'))).toBe(false);
  });
});
