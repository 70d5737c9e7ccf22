import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@leakwatch/simulators';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type MirrorOutcome } from './update-mirror.ts';
import { BOUNDS, failure, useMirrorStage } from './mirror-stage.fixture.ts';

const { current, update, listed, fetching } = useMirrorStage();

describe('a faulty server', () => {
  beforeEach(() => {
    current().scratch.commit({ 'a.txt': 'one', 'big.bin': randomBytes(400_000) });
  });

  it('that answers with a web page is an error, not an empty repository', async () => {
    current().server.behaviours.set('/repo.git', { kind: 'web_page' });
    expect(await failure(update())).toMatchObject({ code: 'not_a_git_server', retryable: false });
  });

  it('that no longer has the repository is repository_not_found', async () => {
    expect((await failure(update(current().server.url('gone.git')))).code).toBe('repository_not_found');
    current().server.behaviours.set('/repo.git', { kind: 'status', status: 410 });
    expect((await failure(update())).code).toBe('repository_not_found');
  });

  it('that is overloaded or away can be retried', async () => {
    current().server.behaviours.set('/repo.git', { kind: 'status', status: 503 });
    expect(await failure(update())).toMatchObject({ code: 'unavailable', retryable: true });
    expect(await failure(update('http://127.0.0.1:1/x.git'))).toMatchObject({ code: 'unavailable', retryable: true });
  });

  it('that cuts its answer off is an error, and the next attempt succeeds', async () => {
    current().server.behaviours.set('/repo.git', { kind: 'truncated' });
    expect(await failure(update())).toMatchObject({ code: 'truncated', retryable: true });
    expect(readdirSync(join(current().mirror, 'objects/pack'))).toEqual([]);
    expect(await listed()).toEqual(new Set());
    current().server.behaviours.delete('/repo.git');
    await update();
    expect((await listed()).has(current().blob('one'))).toBe(true);
  });

  it('whose bytes arrive corrupted is an error, and the next attempt succeeds', async () => {
    current().server.behaviours.set('/repo.git', { kind: 'damaged' });
    const outcome = await update().catch((error: unknown) => error);
    const error = outcome instanceof Error ? outcome : (outcome as MirrorOutcome).damaged;
    expect(error).toMatchObject({ code: 'damaged' });
    current().server.behaviours.delete('/repo.git');
    expect((await update()).damaged).toBeUndefined();
    expect((await listed()).size).toBe(2);
  });

  it('that stops sending times out', async () => {
    current().server.behaviours.set('/repo.git', { kind: 'stalled', afterBytes: 2000 });
    const error = await failure(update(undefined, { bounds: { ...BOUNDS, stallSeconds: 8 } }));
    expect(error).toMatchObject({ code: 'timeout', retryable: true });
  });
});

describe('limits', () => {
  it('a repository over its size limit is given up, and leaves no partial pack', async () => {
    current().scratch.commit({ 'big.bin': randomBytes(3_000_000) });
    const error = await failure(update(undefined, { bounds: { ...BOUNDS, bytes: 1_000_000 } }));
    expect(error).toMatchObject({ code: 'over_bound', retryable: false });
  });

  it('a slow repository over its limit is given up during the transfer', async () => {
    current().scratch.commit({ 'big.bin': randomBytes(3_000_000) });
    current().server.behaviours.set('/repo.git', { kind: 'slow', bytesPerSecond: 1_000_000 });
    const error = await failure(update(undefined, { bounds: { ...BOUNDS, bytes: 200_000 } }));
    expect(error.code).toBe('over_bound');
    expect(readdirSync(join(current().mirror, 'objects/pack'))).toEqual([]);
    expect(fetching()).toEqual([]);
  });

  it('an update ends at its time limit', async () => {
    current().scratch.commit({ 'big.bin': randomBytes(300_000) });
    current().server.behaviours.set('/repo.git', { kind: 'stalled', afterBytes: 100_000 });
    expect((await failure(update(undefined, { bounds: { ...BOUNDS, milliseconds: 8000 } }))).code).toBe('timeout');
    expect(fetching()).toEqual([]);
  });

  it('cancelling ends git and its helpers', async () => {
    current().scratch.commit({ 'big.bin': randomBytes(300_000) });
    current().server.behaviours.set('/repo.git', { kind: 'stalled', afterBytes: 100_000 });
    const stop = new AbortController();
    const work = failure(update(undefined, { signal: stop.signal }));
    await until(() => fetching().some((line) => line.includes('index-pack')));
    stop.abort();
    expect((await work).code).toBe('cancelled');
    expect(fetching()).toEqual([]);
  });

  it('an update that was cancelled before it began contacts no server', async () => {
    expect((await failure(update(undefined, { signal: AbortSignal.abort() }))).code).toBe('cancelled');
    expect(current().server.requests).toEqual([]);
  });
});
