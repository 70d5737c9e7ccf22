import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { type Foundation, newId, openFoundation, rows, SCHEDULER, sql } from '@leakwatch/platform';
import { parseRemoteUrl } from '@leakwatch/rules';
import { createTestEnvironment, type TestEnvironment } from '@leakwatch/testing';
import { crawlerService } from '../../service.ts';
import { withMirrorLease } from './mirror-lease.ts';
import { BOUNDS, useMirrorStage } from './mirror-stage.fixture.ts';
import { mirrorFor } from './mirror.store.ts';
import { refreshMirror } from './refresh-mirror.ts';

const { current } = useMirrorStage();

let environment: TestEnvironment;
let foundation: Foundation;

beforeAll(async () => {
  environment = await createTestEnvironment();
  foundation = await openFoundation(crawlerService, environment.env);
});
afterAll(async () => {
  await foundation.close();
  await environment.drop();
});
afterEach(() => {
  jest.restoreAllMocks();
});

const inScope = <T>(work: Parameters<typeof foundation.database.inScope<T>>[1]) => foundation.database.inScope(SCHEDULER, work);

/** Brings the mirror up to date; returns how often the server was asked. */
async function refresh(id: string): Promise<number> {
  const before = current().server.requests.length;
  await withMirrorLease(foundation.database, id, new AbortController().signal, (mirror, signal) =>
    refreshMirror(foundation.database, {
      mirror,
      update: {
        directory: current().mirror,
        remote: parseRemoteUrl(current().server.url('repo.git'), { allowFile: false }),
        access: { allowPrivateAddresses: true },
        bounds: BOUNDS,
      },
      signal,
      onFetch: () => undefined,
      onListed: () => undefined,
    }),
  );
  return current().server.requests.length - before;
}

it.each([
  ['five minutes behind', -300_000],
  ['right', 0],
  ['five minutes ahead', 300_000],
])('a mirror is fetched again after a while, and not at once, by a crawler whose clock is %s', async (_, shift) => {
  const right = Date.now.bind(Date);
  jest.spyOn(Date, 'now').mockImplementation(() => right() + shift);
  current().scratch.commit({ 'a.txt': 'one' });
  const id = await inScope((em) => mirrorFor(em, current().server.url('repo.git'), '', newId()));
  expect(await refresh(id)).toBeGreaterThan(0);
  expect(await refresh(id)).toBe(0);
  await inScope((em) => rows(em, sql`update crawler.mirror set fetched_at = now() - interval '1 minute' where id = ${id}::uuid`));
  current().scratch.commit({ 'a.txt': 'two' });
  expect(await refresh(id)).toBeGreaterThan(0);
  const blobs = await inScope((em) => rows(em, sql`select ordinal from crawler.blob where mirror_id = ${id}::uuid`));
  expect(blobs).toHaveLength(2);
});
