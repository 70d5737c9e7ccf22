import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
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

describe('a server that does not give what it should', () => {
  beforeEach(() => {
    stage.scratch.commit({ 'a.txt': 'one', 'big.bin': randomBytes(400_000) });
  });

  it('with a web page in place of git’s answer is an error, not an empty repository', async () => {
    stage.server.behaviours.set('/repo.git', { kind: 'web_page' });
    expect(await failure(update())).toMatchObject({ code: 'not_a_git_server', retryable: false });
  });

  it('that has the repository no more', async () => {
    expect((await failure(update(stage.server.url('gone.git')))).code).toBe('repository_not_found');
    stage.server.behaviours.set('/repo.git', { kind: 'status', status: 410 });
    expect((await failure(update())).code).toBe('repository_not_found');
  });

  it('that is overloaded, or is not there, is to be tried again', async () => {
    stage.server.behaviours.set('/repo.git', { kind: 'status', status: 503 });
    expect(await failure(update())).toMatchObject({ code: 'unavailable', retryable: true });
    expect(await failure(update('http://127.0.0.1:1/x.git'))).toMatchObject({ code: 'unavailable', retryable: true });
  });

  it('that cuts its answer off, after which the next try goes well', async () => {
    stage.server.behaviours.set('/repo.git', { kind: 'truncated' });
    expect(await failure(update())).toMatchObject({ code: 'truncated', retryable: true });
    expect(await listed()).toEqual(new Set());
    stage.server.behaviours.delete('/repo.git');
    await update();
    expect((await listed()).has(stage.blob('one'))).toBe(true);
  });

  it('whose bytes arrive changed, after which the next try goes well', async () => {
    stage.server.behaviours.set('/repo.git', { kind: 'damaged' });
    const outcome = await update().catch((error: unknown) => error);
    const error = outcome instanceof Error ? outcome : (outcome as MirrorOutcome).damaged;
    expect(error).toMatchObject({ code: 'damaged' });
    stage.server.behaviours.delete('/repo.git');
    expect((await update()).damaged).toBeUndefined();
    expect((await listed()).size).toBe(2);
  });

  it('that falls silent', async () => {
    stage.server.behaviours.set('/repo.git', { kind: 'stalled', afterBytes: 2000 });
    const error = await failure(update(undefined, { bounds: { ...BOUNDS, stallSeconds: 8 } }));
    expect(error).toMatchObject({ code: 'timeout', retryable: true });
  });
});

describe('bounds', () => {
  it('a repository over its bound is given up, and leaves nothing half received', async () => {
    stage.scratch.commit({ 'big.bin': randomBytes(3_000_000) });
    const error = await failure(update(undefined, { bounds: { ...BOUNDS, bytes: 1_000_000 } }));
    expect(error).toMatchObject({ code: 'over_bound', retryable: false });
  });

  it('one that comes slowly is given up while it comes', async () => {
    stage.scratch.commit({ 'big.bin': randomBytes(3_000_000) });
    stage.server.behaviours.set('/repo.git', { kind: 'slow', bytesPerSecond: 1_000_000 });
    const error = await failure(update(undefined, { bounds: { ...BOUNDS, bytes: 200_000 } }));
    expect(error.code).toBe('over_bound');
    expect(readdirSync(join(stage.mirror, 'objects/pack'))).toEqual([]);
    expect(fetching()).toEqual([]);
  });

  it('an update takes no longer than it may', async () => {
    stage.scratch.commit({ 'big.bin': randomBytes(300_000) });
    stage.server.behaviours.set('/repo.git', { kind: 'stalled', afterBytes: 100_000 });
    expect((await failure(update(undefined, { bounds: { ...BOUNDS, milliseconds: 8000 } }))).code).toBe('timeout');
    expect(fetching()).toEqual([]);
  });

  it('cancelling ends git and its helpers', async () => {
    stage.scratch.commit({ 'big.bin': randomBytes(300_000) });
    stage.server.behaviours.set('/repo.git', { kind: 'stalled', afterBytes: 100_000 });
    const stop = new AbortController();
    const work = failure(update(undefined, { signal: stop.signal }));
    await until(() => fetching().some((line) => line.includes('index-pack')));
    stop.abort();
    expect((await work).code).toBe('cancelled');
    expect(fetching()).toEqual([]);
  });

  it('what was cancelled before it began asks nobody', async () => {
    expect((await failure(update(undefined, { signal: AbortSignal.abort() }))).code).toBe('cancelled');
    expect(stage.server.requests).toEqual([]);
  });
});
