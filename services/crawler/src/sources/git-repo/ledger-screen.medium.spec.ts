import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MatchingPool } from '@leakwatch/matching';
import { CallerSigner, type Foundation, newId, openFoundation, SCHEDULER, ServiceClients, sql } from '@leakwatch/platform';
import { openGitStage, runGit } from '@leakwatch/simulators';
import { createTestEnvironment, type TestEnvironment } from '@leakwatch/testing';
import type { Pattern } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { NOTHING_KEPT } from '../../evidence/kept-contents.ts';
import { readMarks } from '../../passes/marks.fixture.ts';
import { docx } from '../../extraction/documents.fixture.ts';
import { Extractor } from '../../extraction/extractor.ts';
import { tables } from '../../entities.ts';
import { addToLedger, countLedger } from '../../repositories/ledger/blob-ledger.store.ts';
import type { BlobIntroduction } from '../../repositories/ledger/introduction-parser.ts';
import { listBlobs } from '../../repositories/ledger/list-blobs.ts';
import { readTips } from '../../repositories/ledger/tips.ts';
import { mirrorFor } from '../../repositories/mirrors/mirror.store.ts';
import { packNames } from '../../repositories/packs/find-forests.ts';
import { SCREENING_PROGRAM } from '../../screening/screening-jobs.ts';
import { crawlerService } from '../../service.ts';
import { type GitStream, RepositoryReader } from './repository-reader.ts';
import {
  FIRST,
  LATER,
  filesOf,
  LEAK,
  INNER_LEAK,
  INNER_NAME,
  OUTER_NAME,
  INNER_LATER,
  DOCUMENTS,
  PLACES,
} from './ledger-screen.fixture.ts';
import { AheadScreen } from './ahead-screen.ts';
import { runningTask } from '../../testing/git-task.fixture.ts';
import { scanRepository } from './scan-repository.ts';

const findingPlace = z.object({ path: z.string(), line: z.number(), pattern: z.object({ id: z.string() }) });

describe('a scan that screens the ledger', () => {
  let environment: TestEnvironment;
  let foundation: Foundation<Parameters<typeof crawlerService.at>[0]>;
  let pool: MatchingPool;
  const extractor = new Extractor();
  beforeAll(async () => {
    environment = await createTestEnvironment();
    foundation = await openFoundation(crawlerService, environment.env);
    pool = new MatchingPool({ threads: 2, program: SCREENING_PROGRAM });
  });
  afterAll(async () => {
    await pool.close();
    await extractor.onModuleDestroy();
    await foundation.close();
    await environment.drop();
  });

  /** One mirror in the database with what its scans found; `screens`, also `ahead` of the list, or reads every blob through git. */
  async function begin(directory: string, screens: boolean, ahead = false) {
    const { database, settings } = foundation;
    const id = await database.inScope(SCHEDULER, (em) => mirrorFor(em, `https://git.example/${newId()}.git`, '', newId()));
    const stream: GitStream = { mirrorId: id, directory, damage: undefined };
    const reader = new RepositoryReader(
      database,
      settings,
      new ServiceClients(settings, new CallerSigner(settings.LEAKWATCH_SIGNING_KEYS)),
      extractor,
      foundation.bus,
    );
    const { organisation_id, task_id } = await runningTask(foundation);
    const base = { organisation_id, task_id, launch_id: newId(), source_type: 'git_repo' as const };
    let listed: readonly string[] = [];
    let fetched: readonly string[] = [];
    const list = async () => {
      fetched = packNames(join(directory, 'objects')).filter((pack) => !listed.includes(pack));
      listed = [...listed, ...fetched];
      const all: BlobIntroduction[] = [];
      for await (const introductions of listBlobs({ directory, tips: await readTips(directory) })) all.push(...introductions);
      await database.inScope(SCHEDULER, (em) => addToLedger(em, { id, organisation_id: null }, all));
    };
    const scan = async (patterns: readonly Pattern[]) => {
      const set = await pool.open(id, patterns);
      const findings: unknown[] = [];
      let read = 0;
      const { signal } = new AbortController();
      const early = new AheadScreen(async () => ({ set, patterns: patterns.map((one) => one.id) }), signal);
      if (ahead) early.begin({ objects: join(directory, 'objects'), packs: fetched, each: 20 }, id);
      try {
        await scanRepository({
          database,
          bus: {
            publish: async (_, messages) => {
              for (const { payload } of messages) findings.push(payload);
            },
          },
          logger: foundation.logger,
          keep: { run: async () => NOTHING_KEPT },
          reader: {
            async *documents(of, from, signal, options) {
              for await (const document of reader.documents(of, from, signal, screens ? options : {})) {
                read += document.bytes === undefined ? 0 : 1;
                yield document;
              }
            },
          },
          stream,
          launch: base.launch_id,
          task: {
            version: 1,
            patterns: new Map(patterns.map((one) => [one.id, one])),
            base: { ...base, container: { key: 'k', title: 't', url: 'https://git.example/t', owner: '' } },
          },
          sets: { of: async () => set },
          ahead: early,
          signal,
          onCounted: () => undefined,
        });
      } finally {
        set.close();
      }
      const counts = await database.inScope(SCHEDULER, (em) => countLedger(em, id));
      const marks = await readMarks(
        database,
        id,
        patterns.map((one) => one.id),
      );
      const [first] = marks.values();
      return { findings: findings.map(withoutIds), read, counts, isEven: [...marks.values()].every((mark) => mark === first && mark > 0n) };
    };
    /** How many blobs could not be read as a whole, by reason. */
    const unread = async () => {
      const counted = await database.inScope(SCHEDULER, (em) =>
        tables(em)
          .selectFrom('crawler.blob')
          .select(['unread', sql<number>`count(*)::int`.as('count')])
          .where('mirror_id', '=', id)
          .where('unread', 'is not', null)
          .groupBy('unread')
          .execute(),
      );
      return Object.fromEntries(counted.map((row) => [row.unread, row.count]));
    };
    return { list, scan, unread };
  }

  it('finds what a scan that reads every blob finds, in the same order, from the first launch to a later one with more patterns', async () => {
    const stage = await openGitStage();
    try {
      const directory = join(stage.scratch.directory, '.git');
      for (let version = 0; version < 4; version++) stage.scratch.commit(filesOf(version));
      runGit(directory, ['repack', '-adfq', '--depth=20']);
      const both = [await begin(directory, true), await begin(directory, false), await begin(directory, true, true)] as const;
      const compare = async (patterns: readonly Pattern[]) => {
        for (const one of both) await one.list();
        const screened = await both[0].scan(patterns);
        const plain = await both[1].scan(patterns);
        const ahead = await both[2].scan(patterns);
        expect({ ...ahead, read: 0 }).toEqual({ ...screened, read: 0 });
        expect(ahead.read).toBeLessThanOrEqual(screened.read);
        expect({ ...screened, read: 0 }).toEqual({ ...plain, read: 0 });
        expect(screened.isEven).toBe(true);
        expect(screened.findings.length).toBeGreaterThan(0);
        expect(plain.read).toBeGreaterThan(64);
        expect(screened.read).toBeLessThan(plain.read / 2);
      };
      await compare(FIRST);
      for (let version = 4; version < 7; version++) stage.scratch.commit(filesOf(version));
      runGit(directory, ['repack', '-dq']);
      await compare(FIRST);
      await compare([...FIRST, LATER]);
    } finally {
      await stage.close();
    }
  });

  it('reads what is inside of archives, office files, PDF and mails, both ways and in later launches', async () => {
    const stage = await openGitStage();
    try {
      const directory = join(stage.scratch.directory, '.git');
      stage.scratch.commit({ ...filesOf(0), ...filesOf(1), ...DOCUMENTS });
      stage.scratch.commit({ 'backup.zip': null, 'moved.zip': DOCUMENTS['backup.zip'] ?? '' });
      runGit(directory, ['repack', '-adfq']);
      const both = [await begin(directory, true), await begin(directory, false), await begin(directory, true, true)] as const;
      const compare = async (patterns: readonly Pattern[]) => {
        for (const one of both) await one.list();
        const screened = await both[0].scan(patterns);
        const plain = await both[1].scan(patterns);
        const ahead = await both[2].scan(patterns);
        expect({ ...ahead, read: 0 }).toEqual({ ...screened, read: 0 });
        expect(ahead.read).toBeLessThanOrEqual(screened.read);
        expect({ ...screened, read: 0 }).toEqual({ ...plain, read: 0 });
        expect(screened.isEven).toBe(true);
        expect(await both[0].unread()).toEqual(await both[1].unread());
        return screened.findings.map((finding) => findingPlace.parse(finding));
      };
      const found = await compare([INNER_LEAK, INNER_NAME, OUTER_NAME]);
      expect(found.filter(({ pattern: { id } }) => id === INNER_LEAK.id).map(({ path, line }) => `${path} ${line}`)).toEqual(
        expect.arrayContaining(PLACES),
      );
      expect(found.filter(({ pattern: { id } }) => id === INNER_LEAK.id)).toHaveLength(PLACES.length);
      expect(found.filter(({ pattern: { id } }) => id === INNER_NAME.id).map(({ path }) => path)).toEqual(['backup.zip!/hr/list.txt']);
      expect(found.filter(({ pattern: { id } }) => id === OUTER_NAME.id).map(({ path }) => path)).toEqual(['moved.zip!/hr/list.txt']);
      expect(await both[0].unread()).toEqual({ encrypted: 1, damaged: 1, not_supported: 1 });
      stage.scratch.commit({ 'next.docx': Buffer.from(docx(['one', `in the next launch: ${LEAK}`])) });
      expect((await compare([INNER_LEAK, INNER_NAME])).map(({ path }) => path)).toEqual(['next.docx!/text']);
      expect((await compare([INNER_LEAK, INNER_LATER])).map(({ path }) => path)).toEqual(['backup.zip!/hr/list.txt']);
    } finally {
      await stage.close();
    }
  });
});

/** What differs between two scans of the same content. */
const OWN = new Set(['organisation_id', 'task_id', 'launch_id', 'found_at']);

function withoutIds(finding: unknown): unknown {
  return Object.fromEntries(Object.entries(finding ?? {}).filter(([key]) => !OWN.has(key)));
}
