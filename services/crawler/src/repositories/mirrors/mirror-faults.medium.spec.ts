import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@leakwatch/simulators';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type MirrorOutcome } from './update-mirror.ts';
import { BOUNDS, failure, useMirrorStage } from './mirror-stage.fixture.ts';

const { current, update, listed, fetching } = useMirrorStage();

describe('a server that does not give what it should', () => {
  beforeEach(() => {
    current().scratch.commit({ 'a.txt': 'one', 'big.bin': randomBytes(400_000) });
  });

  it('with a web page in place of git’s answer is an error, not an empty repository', async () => {
    current().server.behaviours.set('/repo.git', { kind: 'web_page' });
    expect(await failure(update())).toMatchObject({ code: 'not_a_git_server', retryable: false });
  });

  it('that has the repository no more', async () => {
    expect((await failure(update(current().server.url('gone.git')))).code).toBe('repository_not_found');
    current().server.behaviours.set('/repo.git', { kind: 'status', status: 410 });
    expect((await failure(update())).code).toBe('repository_not_found');
  });

  it('that is overloaded, or is not there, is to be tried again', async () => {
    current().server.behaviours.set('/repo.git', { kind: 'status', status: 503 });
    expect(await failure(update())).toMatchObject({ code: 'unavailable', retryable: true });
    expect(await failure(update('http://127.0.0.1:1/x.git'))).toMatchObject({ code: 'unavailable', retryable: true });
  });

  it('that cuts its answer off, after which the next try goes well', async () => {
    current().server.behaviours.set('/repo.git', { kind: 'truncated' });
    expect(await failure(update())).toMatchObject({ code: 'truncated', retryable: true });
    expect(await listed()).toEqual(new Set());
    current().server.behaviours.delete('/repo.git');
    await update();
    expect((await listed()).has(current().blob('one'))).toBe(true);
  });

  it('whose bytes arrive changed, after which the next try goes well', async () => {
    current().server.behaviours.set('/repo.git', { kind: 'damaged' });
    const outcome = await update().catch((error: unknown) => error);
    const error = outcome instanceof Error ? outcome : (outcome as MirrorOutcome).damaged;
    expect(error).toMatchObject({ code: 'damaged' });
    current().server.behaviours.delete('/repo.git');
    expect((await update()).damaged).toBeUndefined();
    expect((await listed()).size).toBe(2);
  });

  it('that falls silent', async () => {
    current().server.behaviours.set('/repo.git', { kind: 'stalled', afterBytes: 2000 });
    const error = await failure(update(undefined, { bounds: { ...BOUNDS, stallSeconds: 8 } }));
    expect(error).toMatchObject({ code: 'timeout', retryable: true });
  });
});

describe('bounds', () => {
  it('a repository over its bound is given up, and leaves nothing half received', async () => {
    current().scratch.commit({ 'big.bin': randomBytes(3_000_000) });
    const error = await failure(update(undefined, { bounds: { ...BOUNDS, bytes: 1_000_000 } }));
    expect(error).toMatchObject({ code: 'over_bound', retryable: false });
  });

  it('one that comes slowly is given up while it comes', async () => {
    current().scratch.commit({ 'big.bin': randomBytes(3_000_000) });
    current().server.behaviours.set('/repo.git', { kind: 'slow', bytesPerSecond: 1_000_000 });
    const error = await failure(update(undefined, { bounds: { ...BOUNDS, bytes: 200_000 } }));
    expect(error.code).toBe('over_bound');
    expect(readdirSync(join(current().mirror, 'objects/pack'))).toEqual([]);
    expect(fetching()).toEqual([]);
  });

  it('an update takes no longer than it may', async () => {
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

  it('what was cancelled before it began asks nobody', async () => {
    expect((await failure(update(undefined, { signal: AbortSignal.abort() }))).code).toBe('cancelled');
    expect(current().server.requests).toEqual([]);
  });
});
