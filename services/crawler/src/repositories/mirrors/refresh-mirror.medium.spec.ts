import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { type Foundation, newId, openFoundation, rows, SCHEDULER, sql } from '@leakwatch/platform';
import { parseRemoteUrl } from '@leakwatch/rules';
import { createTestEnvironment, type TestEnvironment, waitUntil } from '@leakwatch/testing';
import { crawlerService } from '../../service.ts';
import { Superseded } from '../../superseded.ts';
import { GitRepositoryError } from '../git/git-repository-error.ts';
import { addToLedger } from '../ledger/blob-ledger.store.ts';
import { withFreeMirror, withMirrorLease } from './mirror-lease.ts';
import { BOUNDS, useMirrorStage } from './mirror-stage.fixture.ts';
import { holdLease, LEASE_SECONDS, leaseMirror, mirrorFor, type Mirror } from './mirror.store.ts';
import { isUpToDate, refreshMirror } from './refresh-mirror.ts';

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

const task = newId();
const forTask = () => ({ signal: new AbortController().signal, task });
/** A launch of the task begins. */
const want = (id: string) =>
  inScope((em) =>
    rows(
      em,
      sql`insert into crawler.mirror_use (mirror_id, task_id, organisation_id, wanted_at) values (${id}, ${task}, ${newId()}, clock_timestamp())
          on conflict (mirror_id, task_id) do update set wanted_at = excluded.wanted_at`,
    ),
  );
/** Brings the mirror up to date; returns how often the server was asked. */
async function refresh(id: string): Promise<number> {
  const before = current().server.requests.length;
  await withMirrorLease(foundation.database, id, forTask(), (mirror, signal) => refreshAs(mirror, signal));
  return current().server.requests.length - before;
}

const updateOf = () => ({
  directory: current().mirror,
  remote: parseRemoteUrl(current().server.url('repo.git'), { allowFile: false }),
  access: { allowPrivateAddresses: true },
  bounds: BOUNDS,
});
const refreshAs = (mirror: Mirror, signal: AbortSignal, onListed: () => void = () => undefined) =>
  refreshMirror(foundation.database, {
    mirror,
    update: updateOf(),
    signal,
    onFetch: () => undefined,
    onListed,
  });
const newMirror = () => inScope((em) => mirrorFor(em, current().server.url(`${newId()}.git`), '', newId()));
/** The lease of a worker that is paused from now on, for longer than the lease lasts. */
async function pausedLease(id: string): Promise<Mirror> {
  const mirror = await inScope((em) => leaseMirror(em, id, newId()));
  if (mirror === undefined) throw new Error('the mirror is leased');
  await inScope((em) => rows(em, sql`update crawler.mirror set leased_until = now() - interval '1 second' where id = ${id}::uuid`));
  return mirror;
}
const ledgerOf = (id: string) =>
  inScope((em) => rows(em, sql<{ path: string }>`select path from crawler.blob where mirror_id = ${id}::uuid order by ordinal`)).then(
    (found) => found.map(({ path }) => path),
  );

it.each([
  ['five minutes behind', -300_000],
  ['right', 0],
  ['five minutes ahead', 300_000],
])('a mirror is fetched once for each launch, by a crawler whose clock is %s', async (_, shift) => {
  const right = Date.now.bind(Date);
  jest.spyOn(Date, 'now').mockImplementation(() => right() + shift);
  current().scratch.commit({ 'a.txt': 'one' });
  const id = await inScope((em) => mirrorFor(em, current().server.url('repo.git'), '', newId()));
  await want(id);
  expect(await refresh(id)).toBeGreaterThan(0);
  expect(await refresh(id)).toBe(0);
  current().scratch.commit({ 'a.txt': 'two' });
  await want(id);
  expect(await refresh(id)).toBeGreaterThan(0);
  const blobs = await inScope((em) => rows(em, sql`select ordinal from crawler.blob where mirror_id = ${id}::uuid`));
  expect(blobs).toHaveLength(2);
});

it('a launch that begins while another one fetches asks the remote again, because the fetch may lack what was pushed meanwhile', async () => {
  current().scratch.commit({ 'a.txt': 'one' });
  const id = await inScope((em) => mirrorFor(em, current().server.url('repo.git'), '', newId()));
  await withMirrorLease(foundation.database, id, forTask(), async (mirror, signal) => {
    await want(id);
    await refreshAs(mirror, signal, () => current().scratch.commit({ 'b.txt': 'two' }));
  });
  expect(await ledgerOf(id)).toEqual(['a.txt']);
  await refresh(id);
  expect(await ledgerOf(id)).toEqual(['a.txt', 'b.txt']);
});

it('a remote that did not change is asked for its refs alone, until the database does not know them as listed', async () => {
  current().scratch.commit({ 'a.txt': 'one' });
  const id = await inScope((em) => mirrorFor(em, current().server.url('repo.git'), '', newId()));
  await refresh(id);
  await want(id);
  expect(await refresh(id)).toBe(3);
  expect(await refresh(id)).toBe(0);
  expect(await ledgerOf(id)).toEqual(['a.txt']);
  // As after a backup of the database that is older than the mirror on the disk.
  await inScope((em) => rows(em, sql`delete from crawler.blob where mirror_id = ${id}::uuid`));
  await inScope((em) => rows(em, sql`update crawler.mirror set fetched_at = null, listed_tips = '{}' where id = ${id}::uuid`));
  expect(await refresh(id)).toBeGreaterThan(3);
  expect(await ledgerOf(id)).toEqual(['a.txt']);
});

it('a check changes nothing, finds a change, and asks for nothing where there is no mirror yet', async () => {
  current().scratch.commit({ 'a.txt': 'one' });
  const id = await inScope((em) => mirrorFor(em, current().server.url('repo.git'), '', newId()));
  const look = async () => {
    const before = current().server.requests.length;
    const upToDate = await withFreeMirror(foundation.database, id, forTask(), (mirror, signal) =>
      isUpToDate(foundation.database, { mirror, update: updateOf(), signal }),
    );
    return [upToDate, current().server.requests.length - before];
  };
  expect(await look()).toEqual([false, 0]);
  await refresh(id);
  await want(id);
  expect(await look()).toEqual([true, 3]);
  // It counts as fetched for this launch.
  expect(await look()).toEqual([true, 0]);
  current().scratch.commit({ 'a.txt': 'two' });
  await want(id);
  expect(await look()).toEqual([false, 3]);
  await withMirrorLease(foundation.database, id, { signal: new AbortController().signal }, async () => {
    expect(await look()).toEqual([undefined, 0]);
  });
  expect(await refresh(id)).toBeGreaterThan(3);
  expect(await ledgerOf(id)).toEqual(['a.txt', 'a.txt']);
});

it('a mirror with damage is fetched again at once, so that its error stays', async () => {
  current().scratch.commit({ 'a.txt': 'one' });
  const id = await inScope((em) => mirrorFor(em, current().server.url('repo.git'), '', newId()));
  await want(id);
  await refresh(id);
  await inScope((em) => rows(em, sql`update crawler.mirror set error_code = 'damaged', refs_digest = null where id = ${id}::uuid`));
  expect(await refresh(id)).toBeGreaterThan(0);
});

it('a worker that was paused for longer than its lease lists nothing once another one has the mirror', async () => {
  current().scratch.commit({ 'a.txt': 'one' });
  const id = await newMirror();
  const paused = await pausedLease(id);
  await inScope((em) => leaseMirror(em, id, newId()));
  await expect(refreshAs(paused, new AbortController().signal)).rejects.toThrow(Superseded);
  expect(await ledgerOf(id)).toEqual([]);
});

it('a worker that loses its lease while it fetches ends as superseded, not with an error of the repository', async () => {
  const TIMERS = [
    'Date',
    'hrtime',
    'nextTick',
    'performance',
    'queueMicrotask',
    'setImmediate',
    'clearImmediate',
    'setTimeout',
    'clearTimeout',
  ] as const;
  jest.useFakeTimers({ doNotFake: [...TIMERS] });
  try {
    const id = await newMirror();
    const work = withMirrorLease(foundation.database, id, { signal: new AbortController().signal }, async (_, signal) => {
      await inScope((em) => rows(em, sql`update crawler.mirror set lease_epoch = lease_epoch + 1 where id = ${id}::uuid`));
      const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
      jest.advanceTimersByTime(LEASE_SECONDS * 1000);
      await aborted;
      throw new GitRepositoryError('cancelled', 'git was ended');
    });
    await expect(work).rejects.toThrow(Superseded);
  } finally {
    jest.useRealTimers();
  }
});

it('a worker gets a lease that has expired only when what the last holder is writing is written', async () => {
  const id = await newMirror();
  const paused = await pausedLease(id);
  let next: Promise<Mirror | undefined> = Promise.resolve(undefined);
  await inScope(async (em) => {
    await holdLease(em, paused);
    next = inScope((other) => leaseMirror(other, id, newId()));
    await waitUntil('the next worker to wait', async () => {
      const [found] = await inScope((other) =>
        rows(other, sql<{ waits: boolean }>`select exists (select from pg_locks where not granted) as waits`),
      );
      return found?.waits;
    });
    await addToLedger(em, paused, [{ oid: '11'.repeat(20), path: 'paused.txt' }]);
  });
  const mirror = await next;
  if (mirror === undefined) throw new Error('no lease');
  await inScope((em) => addToLedger(em, mirror, [{ oid: '22'.repeat(20), path: 'next.txt' }]));
  // Numbers rise in the order in which they can be seen: a scan that has passed one has seen all before it.
  expect(await ledgerOf(id)).toEqual(['paused.txt', 'next.txt']);
});
