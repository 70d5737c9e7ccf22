import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MatchingPool } from '@leakwatch/matching';
import { CONSUMER, type Foundation, newId, openFoundation, row, rows, SCHEDULER, sql } from '@leakwatch/platform';
import { createTestEnvironment, type TestEnvironment } from '@leakwatch/testing';
import type { Pattern } from '@leakwatch/vocabulary';
import fc from 'fast-check';
import { NOTHING_KEPT } from '../../evidence/kept-contents.ts';
import { addToLedger, countLedger } from '../../repositories/ledger/blob-ledger.store.ts';
import { ledgerAfter } from '../../repositories/ledger/ledger.fixture.ts';
import type { LedgerBlob } from '../../repositories/ledger/ledger-rows.store.ts';
import { readAgain } from '../../repositories/ledger/unread-blobs.store.ts';
import { deleteMirror } from '../../repositories/mirrors/collect-mirrors.store.ts';
import { mirrorFor } from '../../repositories/mirrors/mirror.store.ts';
import type { SourceDocument } from '../../scanning/source-document.ts';
import { crawlerService } from '../../service.ts';
import type { CrawlerSettings } from '../../settings.ts';
import type { ScanCounts } from './scan.ts';
import { runningTask } from '../../testing/git-task.fixture.ts';
import { scanRepository } from './scan-repository.ts';

/** Two tasks of one organisation, and one of another. */
const PATTERNS: readonly (readonly Pattern[])[] = [3, 1, 2].map((count) =>
  Array.from({ length: count }, (_, n) => ({ id: newId(), kind: 'deep', text: `word${n}` })),
);
const ORGANISATIONS = [newId(), newId()] as const;

const step = fc.oneof(
  // Contents, of which some are known already, under several names.
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('list' as const), blobs: fc.array(fc.record({ content: fc.nat(12), name: fc.nat(2) })) }),
  },
  // A scan ends after some documents, as that of a worker that dies after a commit.
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('scan' as const), task: fc.nat(2), patterns: fc.integer({ min: 1, max: 3 }), ends: fc.nat(12) }),
  },
  // Blobs at which git was ended are due to be read again.
  { weight: 2, arbitrary: fc.record({ do: fc.constant('again' as const) }) },
);

let environment: TestEnvironment;
let foundation: Foundation<CrawlerSettings>;
const pool = new MatchingPool({ threads: 1 });
beforeAll(async () => {
  environment = await createTestEnvironment();
  foundation = await openFoundation(crawlerService, environment.env);
});
afterAll(async () => {
  await pool.close();
  await foundation.close();
  await environment.drop();
});

const newMirror = () => foundation.database.inScope(SCHEDULER, (em) => mirrorFor(em, `https://git.example/${newId()}.git`, '', newId()));
const list = (mirror: string, blobs: readonly { readonly content: number; readonly name: number }[]) =>
  foundation.database.inScope(SCHEDULER, (em) =>
    addToLedger(
      em,
      { id: mirror, organisation_id: null },
      blobs.map(({ content, name }) => ({ oid: createHash('sha1').update(String(content)).digest('hex'), path: `folder/${name}.txt` })),
    ),
  );

/** Counts as rows say; up to `ordinal`, if given. */
async function counted(mirror: string, ordinal?: bigint) {
  const found = await foundation.database.inScope(CONSUMER, (em) =>
    row(
      em,
      sql<{ total: number; scanned: number; unread: number }>`
        select count(*)::int as total, (count(*) filter (where unread is not null))::int as unread,
          (count(*) filter (where ordinal <= ${String(ordinal ?? 0n)}::bigint))::int as scanned
        from crawler.blob where mirror_id = ${mirror} and name = ''`,
    ),
  );
  if (found === undefined) throw new Error('nothing was counted');
  return found;
}

/** Puts what is due behind everything else. */
const again = (mirror: string) =>
  foundation.database.inScope(SCHEDULER, async (em) => {
    await rows(em, sql`update crawler.blob set read_again_at = now() where mirror_id = ${mirror} and read_again_at is not null`);
    await readAgain(em, mirror);
  });

/** Some blobs cannot be read, git is ended at some, also under further names, and some have two parts, of which one cannot be read. */
function* partsOf(blob: LedgerBlob): Generator<SourceDocument> {
  const position = BigInt(blob.ordinal);
  const number = Number.parseInt(blob.oid.slice(0, 4), 16);
  const document = { position, path: blob.path, onlyByFileName: blob.name !== '', version: blob.oid, commit: null };
  const bytes = Buffer.from('word0 word2');
  if (number % 3 === 0) yield { ...document, bytes: undefined, unread: 'oversize' };
  else if (number % 5 === 0) yield { ...document, bytes: undefined, unread: 'interrupted' };
  else if (number % 4 === 0) {
    yield { ...document, bytes, inner: 'a', continues: true };
    yield { ...document, bytes: undefined, inner: 'b', unread: 'encrypted' };
  } else yield { ...document, bytes };
}

async function scan(mirror: string, patterns: readonly Pattern[], organisation: string, ends: number) {
  const { task_id: task } = await runningTask(foundation, { organisation_id: organisation });
  const set = await pool.open(task, patterns);
  const reports: ScanCounts[] = [];
  try {
    const counts = await scanRepository({
      database: foundation.database,
      bus: { publish: async () => undefined },
      logger: foundation.logger,
      keep: { run: async () => NOTHING_KEPT },
      reader: {
        async *documents(_, from) {
          const ledger = await foundation.database.inScope(SCHEDULER, (em) => ledgerAfter(em, mirror, String(from), 100));
          for (const blob of ledger.slice(0, ends)) yield* partsOf(blob);
        },
      },
      stream: { mirrorId: mirror, directory: '', damage: undefined },
      launch: newId(),
      task: {
        version: 1,
        patterns: new Map(patterns.map((pattern) => [pattern.id, pattern])),
        base: {
          organisation_id: organisation,
          task_id: task,
          launch_id: newId(),
          source_type: 'git_repo',
          container: { key: 'k', title: 't', url: 'https://git.example/t', owner: '' },
        },
      },
      sets: { of: async () => set },
      signal: new AbortController().signal,
      onCounted: (report) => reports.push(report),
    });
    return { counts, reports };
  } finally {
    set.close();
  }
}

const interruptedIn = (mirror: string): Promise<number> =>
  foundation.database.inScope(CONSUMER, async (em) => {
    const found = await row(
      em,
      sql<{ count: number }>`select count(*)::int as count from crawler.blob where mirror_id = ${mirror} and unread = 'interrupted'`,
    );
    return found?.count ?? 0;
  });

const cohortsOf = (mirror: string) =>
  foundation.database.inScope(CONSUMER, (em) =>
    rows(em, sql<{ ordinal: string; documents: number }>`select ordinal, documents from crawler.scan_cohort where mirror_id = ${mirror}`),
  );

it('the counts that are kept are those of the rows, whatever is listed and scanned by whom', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const mirror = await newMirror();
      for (const one of steps) {
        if (one.do === 'list') {
          await list(mirror, one.blobs);
        } else if (one.do === 'again') {
          await again(mirror);
          expect(await interruptedIn(mirror)).toBe(0);
        } else {
          const patterns = (PATTERNS[one.task] ?? []).slice(0, one.patterns);
          const before = (await counted(mirror)).unread;
          const { counts, reports } = await scan(mirror, patterns, ORGANISATIONS[one.task === 2 ? 1 : 0], one.ends);
          const { total, unread } = await counted(mirror);
          expect(counts).toMatchObject({ total, unread, unchecked: 0 });
          expect(reports[0]).toMatchObject({ total, unread: before });
          expect(reports.at(-1)).toEqual(counts);
        }
        for (const { ordinal, documents } of await cohortsOf(mirror))
          expect(documents).toBe((await counted(mirror, BigInt(ordinal))).scanned);
        const { total, unread } = await counted(mirror);
        expect(await foundation.database.inScope(SCHEDULER, (em) => countLedger(em, mirror))).toEqual({ total, unread });
      }
    }),
    { numRuns: 30 },
  );
});

it('a mirror whose deletion has begun counts what is left of its ledger', async () => {
  const mirror = await newMirror();
  await list(
    mirror,
    Array.from({ length: 10 }, (_, content) => ({ content, name: content })),
  );
  await foundation.database.inScope(SCHEDULER, (em) => deleteMirror(em, mirror, 4));
  expect(await foundation.database.inScope(SCHEDULER, (em) => countLedger(em, mirror))).toEqual({ total: 6, unread: 0 });
  await list(mirror, [
    { content: 0, name: 0 },
    { content: 9, name: 9 },
  ]);
  expect(await foundation.database.inScope(SCHEDULER, (em) => countLedger(em, mirror))).toEqual({ total: 7, unread: 0 });
});
