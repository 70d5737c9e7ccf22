import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId, rows, SCHEDULER, sql } from '@leakwatch/platform';
import { addUnchecked, countUnchecked } from '../../passes/unchecked-documents.store.ts';
import { addToLedger } from '../../repositories/ledger/blob-ledger.store.ts';
import { ledgerAfter } from '../../repositories/ledger/ledger.fixture.ts';
import { markUnread, readAgain } from '../../repositories/ledger/unread-blobs.store.ts';
import { Superseded } from '../../superseded.ts';
import { openSharedScanStage, patternsFor, type SharedScan, type SharedScanStage } from './shared-scan.fixture.ts';

let stage: SharedScanStage;
beforeAll(async () => {
  stage = await openSharedScanStage();
});
afterAll(() => stage.close());

const ledger = (mirror: string) => stage.foundation.database.inScope(SCHEDULER, (em) => ledgerAfter(em, mirror, '0', 100));
const pathsOf = async (mirror: string) => (await ledger(mirror)).map(({ path }) => path);
const mark = (mirror: string, ordinal: string | undefined, reason: string) =>
  stage.foundation.database.inScope(SCHEDULER, (em) => markUnread(em, mirror, new Map([[ordinal ?? '', reason]])));
const reasons = (mirror: string) =>
  stage.foundation.database.inScope(SCHEDULER, (em) =>
    rows(
      em,
      sql<{ path: string; unread: string; waits: boolean; interruptions: number }>`
        select path, unread, interruptions, read_again_at is not null as waits from crawler.blob where mirror_id = ${mirror} and unread is not null order by ordinal`,
    ),
  );
/** The pauses of all blobs are over. */
const again = (mirror: string) =>
  stage.foundation.database.inScope(SCHEDULER, async (em) => {
    await rows(em, sql`update crawler.blob set read_again_at = now() where mirror_id = ${mirror} and read_again_at is not null`);
    await readAgain(em, mirror);
  });

it('a blob that waits to be read again stays so whatever other scans say of it, and nothing else that cannot be read is', async () => {
  const { mirror } = await stage.begin(3);
  const [first, second] = (await ledger(mirror)).map(({ ordinal }) => ordinal);
  expect([await mark(mirror, first, 'interrupted'), await mark(mirror, second, 'damaged')]).toEqual([1, 1]);
  expect([await mark(mirror, first, 'interrupted'), await mark(mirror, first, 'encrypted')]).toEqual([0, 0]);
  expect(await reasons(mirror)).toEqual([
    { path: '0.txt', unread: 'interrupted', waits: true, interruptions: 1 },
    { path: '1.txt', unread: 'damaged', waits: false, interruptions: 0 },
  ]);
  await again(mirror);
  expect(await pathsOf(mirror)).toEqual(['1.txt', '2.txt', '0.txt']);
  expect(await reasons(mirror)).toEqual([{ path: '1.txt', unread: 'damaged', waits: false, interruptions: 0 }]);
});

it('a blob at which git was ended under a further name is read again under each of its names', async () => {
  const { mirror } = await stage.begin(2);
  const [first] = await ledger(mirror);
  const named = [{ oid: first?.oid ?? '', path: 'other/.env' }];
  await stage.foundation.database.inScope(SCHEDULER, (em) => addToLedger(em, { id: mirror, organisation_id: null }, named));
  await mark(mirror, (await ledger(mirror)).at(-1)?.ordinal, 'interrupted');
  expect(await reasons(mirror)).toEqual([{ path: '0.txt', unread: 'interrupted', waits: true, interruptions: 1 }]);
  await again(mirror);
  const [kept, ...moved] = await pathsOf(mirror);
  expect([kept, ...moved.toSorted()]).toEqual(['1.txt', '0.txt', 'other/.env']);
});

it('what was too expensive for a blob at its old place does not count twice', async () => {
  const { mirror } = await stage.begin(1);
  const [task, pattern] = [newId(), newId()];
  const uncheckedAt = (ordinal = '') =>
    stage.foundation.database.inScope(SCHEDULER, async (em) => {
      await addUnchecked(em, mirror, [{ task, organisation: newId(), documents: new Map([[ordinal, new Set([pattern])]]) }]);
      return countUnchecked(em, mirror, task, [pattern]);
    });
  const [old] = await ledger(mirror);
  expect(await uncheckedAt(old?.ordinal)).toBe(1);
  await mark(mirror, old?.ordinal, 'interrupted');
  await again(mirror);
  const [moved] = await ledger(mirror);
  expect(moved?.ordinal).not.toBe(old?.ordinal);
  expect(await uncheckedAt(moved?.ordinal)).toBe(1);
});

/** A scan that has read its first document, and waits. */
async function scanning(shared: SharedScan) {
  const task = await shared.task(patternsFor(['worda']), newId());
  let [goOn, begun] = [(): void => undefined, (): void => undefined];
  const going = new Promise<void>((resolve) => (goOn = resolve));
  const beginning = new Promise<void>((resolve) => (begun = resolve));
  shared.before = async () => {
    begun();
    await going;
  };
  const ends = shared.scan(task);
  ends.catch(() => undefined);
  await beginning;
  return { ends, goOn: () => goOn(), task };
}

it('a mirror that is scanned is left alone; a scan that was paused until it lost the mirror commits nothing', async () => {
  const shared = await stage.begin(3);
  const { mirror } = shared;
  const scan = await scanning(shared);
  await mark(mirror, (await ledger(mirror))[0]?.ordinal, 'interrupted');
  await again(mirror);
  expect(await pathsOf(mirror)).toEqual(['0.txt', '1.txt', '2.txt']);

  await stage.foundation.database.inScope(SCHEDULER, (em) =>
    rows(em, sql`update crawler.mirror_pass set leased_until = now() - interval '1 second' where mirror_id = ${mirror}`),
  );
  await again(mirror);
  expect(await pathsOf(mirror)).toEqual(['1.txt', '2.txt', '0.txt']);
  scan.goOn();
  await expect(scan.ends).rejects.toThrow(Superseded);
  expect(shared.foundFor(scan.task).findings).toBe(0);
  expect((await shared.scan(scan.task)).counts).toMatchObject({ total: 3, scanned: 3, unread: 0 });
});
