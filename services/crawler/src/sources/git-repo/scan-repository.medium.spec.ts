import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MatchingPool } from '@leakwatch/matching';
import { evidenceContext, evidenceKey, type Finding, findingsV1 } from '@leakwatch/contracts';
import {
  databaseNow,
  type Foundation,
  newId,
  type ObjectStore,
  openFoundation,
  openObjects,
  rows,
  SCHEDULER,
  sql,
  Vault,
} from '@leakwatch/platform';
import { createTestEnvironment, type TestEnvironment, withClock } from '@leakwatch/testing';
import type { Pattern } from '@leakwatch/vocabulary';
import { KeepContents } from '../../evidence/keep-contents.ts';
import { readMarks } from '../../passes/marks.fixture.ts';
import { addUnchecked, countUnchecked } from '../../passes/unchecked-documents.store.ts';
import { addToLedger, countLedger } from '../../repositories/ledger/blob-ledger.store.ts';
import { ledgerAfter } from '../../repositories/ledger/ledger.fixture.ts';
import { mirrorFor } from '../../repositories/mirrors/mirror.store.ts';
import type { SourceDocument } from '../../scanning/source-document.ts';
import { crawlerService } from '../../service.ts';
import type { CrawlerSettings } from '../../settings.ts';
import { Superseded } from '../../superseded.ts';
import { runningTask } from '../../testing/git-task.fixture.ts';
import { scanRepository } from './scan-repository.ts';

/** Costs more than the budget of a document of two megabytes. */
const EXPENSIVE: Pattern = { id: newId(), kind: 'regex', text: 'a[ab]{200}\\bc' };
const WORD: Pattern = { id: newId(), kind: 'deep', text: 'secret' };
const text = (content: string, position: bigint): SourceDocument => ({
  position,
  bytes: Buffer.from(content),
  path: `${position}.txt`,
  onlyByFileName: false,
  version: String(position),
  commit: null,
});
class Gate {
  open: () => void = () => undefined;
  readonly opened = new Promise<void>((resolve) => {
    this.open = resolve;
  });
}
const expensive = (pairs: number) => `${'ab'.repeat(pairs)}bc`;
const DOCUMENTS = [text('a secret', 1n), text(`${expensive(1_000_000)} secret`, 2n), text('nothing', 3n)];

describe('a scan with an expression that is too expensive for a document', () => {
  let environment: TestEnvironment;
  let foundation: Foundation<CrawlerSettings>;
  let objects: ObjectStore;
  let vault: Vault;
  const pool = new MatchingPool({ threads: 1 });
  beforeAll(async () => {
    environment = await createTestEnvironment();
    foundation = await openFoundation(crawlerService, environment.env);
    objects = await openObjects(foundation.settings);
    vault = new Vault(foundation.settings.LEAKWATCH_SEALING_KEYS);
  });
  afterAll(async () => {
    await pool.close();
    await foundation.close();
    await environment.drop();
  });

  const organisation = newId();
  const begin = async () => {
    const { database } = foundation;
    const mirror = await database.inScope(SCHEDULER, (em) => mirrorFor(em, `https://git.example/${newId()}.git`, '', organisation));
    // The ledger goes on behind the documents of the tests.
    await database.inScope(SCHEDULER, (em) =>
      rows(
        em,
        sql`insert into crawler.blob (mirror_id, oid, path, ordinal) overriding system value
            values (${mirror}::uuid, '\\x00', 'last.txt', 1000000000)`,
      ),
    );
    const { task_id: task } = await runningTask(foundation, { organisation_id: organisation });
    const launch = newId();
    const published: Finding[] = [];
    const scan = async (
      patterns: readonly Pattern[],
      documents: Iterable<SourceDocument> | AsyncIterable<SourceDocument> = DOCUMENTS,
      signal = new AbortController().signal,
    ) => {
      const set = await pool.open(task, patterns);
      /** How many documents were scanned when the scan began, and at each commit. */
      const scanned: number[] = [];
      try {
        await scanRepository({
          database,
          bus: { publish: async (_, messages) => void published.push(...messages.map(({ payload }) => findingsV1.schema.parse(payload))) },
          logger: foundation.logger,
          keep: new KeepContents(database, objects, vault, foundation.logger),
          reader: {
            async *documents(_, from) {
              for await (const document of documents) if (document.position > from) yield document;
            },
          },
          stream: { mirrorId: mirror, directory: '', damage: undefined },
          launch,
          task: {
            version: 1,
            patterns: new Map(patterns.map((pattern) => [pattern.id, pattern])),
            base: {
              organisation_id: organisation,
              task_id: task,
              launch_id: launch,
              source_type: 'git_repo',
              container: { key: 'k', title: 't', url: 'https://git.example/t', owner: '' },
            },
          },
          sets: { of: async () => set },
          signal,
          onCounted: (counts) => scanned.push(counts.scanned),
        });
      } finally {
        set.close();
      }
      return scanned;
    };
    const unchecked = (patterns: readonly Pattern[]) =>
      database.inScope(SCHEDULER, (em) =>
        countUnchecked(
          em,
          mirror,
          task,
          patterns.map(({ id }) => id),
        ),
      );
    const marks = (patterns: readonly Pattern[]) =>
      readMarks(
        database,
        mirror,
        patterns.map(({ id }) => id),
      );
    return { mirror, task, scan, unchecked, marks, published };
  };

  it('ends, counts the document, and counts it no more when the expression is gone from the task', async () => {
    const { scan, unchecked, marks } = await begin();
    expect(await scan([EXPENSIVE, WORD])).toEqual([0, 3]);
    expect(await unchecked([EXPENSIVE, WORD])).toBe(1);
    expect(await unchecked([WORD])).toBe(0);
    expect([...(await marks([EXPENSIVE, WORD])).values()]).toEqual([3n, 3n]);
    // Scanned once: the next launch does not pay for it again.
    expect(await scan([EXPENSIVE, WORD])).toEqual([3]);
  });

  it('is stopped between its documents, and writes nothing of those that were under way', async () => {
    const { scan, unchecked, marks } = await begin();
    const stop = new AbortController();
    function* endless(): Generator<SourceDocument> {
      for (let position = 1n; ; position += 1n) {
        if (position === 3n) stop.abort(new Error('the task was stopped'));
        yield text(expensive(250_000), position);
      }
    }
    await expect(scan([EXPENSIVE], endless(), stop.signal)).rejects.toThrow('the task was stopped');
    expect(await unchecked([EXPENSIVE])).toBe(0);
    expect([...(await marks([EXPENSIVE])).values()]).toEqual([0n]);
  });

  it('says when it found something by the time of the database, whatever the clock of the crawler', async () => {
    const { scan, published } = await begin();
    const time = () => foundation.database.inScope(SCHEDULER, databaseNow);
    const before = await time();
    await withClock(-60, () => scan([WORD]));
    await withClock(60, () => scan([{ ...WORD, id: newId() }]));
    const [after, found] = [await time(), published.map(({ found_at }) => Date.parse(found_at))];
    expect(found).toHaveLength(4);
    for (const at of found) expect(at >= before.getTime() && at <= after.getTime()).toBe(true);
  });

  it('passes over an archive only when all that is inside was matched', async () => {
    const { scan, marks, unchecked } = await begin();
    const COUNT = 2_600;
    function* parts(end: number): Generator<SourceDocument> {
      yield text('nothing', 1n);
      for (let part = 0; part < end; part++) {
        const isLast = part === COUNT - 1;
        const content = part === 7 || part === 900 ? `${expensive(1_000_000)} secret` : 'a secret';
        yield { ...text(content, 2n), inner: `${part}.txt`, ...(!isLast && { continues: true }) };
      }
      if (end < COUNT) throw new Error('the worker died');
    }
    const patterns = [WORD, EXPENSIVE];
    await expect(scan(patterns, parts(COUNT - 1))).rejects.toThrow('the worker died');
    expect([...(await marks(patterns)).values()]).toEqual([1n, 1n]);
    expect((await scan(patterns, parts(COUNT))).at(-1)).toBe(2);
    expect([...(await marks(patterns)).values()]).toEqual([2n, 2n]);
    expect(await unchecked(patterns)).toBe(1);
  });

  it('commits nothing once another worker continues it, which then finds everything once', async () => {
    const { scan, published, marks } = await begin();
    const [begun, late] = [new Gate(), new Gate()];
    async function* pausedAfter(first: Gate, then: Gate): AsyncGenerator<SourceDocument> {
      yield text('a secret', 1n);
      first.open();
      await then.opened;
      yield text('nothing', 2n);
    }
    const paused = scan([WORD], pausedAfter(new Gate(), begun));
    const next = scan([WORD], pausedAfter(begun, late));
    await expect(paused).rejects.toThrow(Superseded);
    expect(published).toEqual([]);
    late.open();
    expect(await next).toEqual([0, 2]);
    expect(published).toHaveLength(1);
    expect([...(await marks([WORD])).values()]).toEqual([2n]);
  });

  it('leaves out a finding that no message holds, counts its document as not read, and goes on', async () => {
    const { mirror, scan, marks, published } = await begin();
    await foundation.database.inScope(SCHEDULER, (em) =>
      addToLedger(em, { id: mirror, organisation_id: null }, [{ oid: '0a'.repeat(20), path: 'endless' }]),
    );
    const [listed] = await foundation.database.inScope(SCHEDULER, (em) => ledgerAfter(em, mirror, '0', 1));
    const position = BigInt(listed?.ordinal ?? 0);
    const endless = { ...text('a secret', position), path: 'n'.repeat(33 * 1024 * 1024) };
    await scan([WORD], [endless, text('another secret', position + 1n)]);
    expect(published.map(({ path }) => path)).toEqual([`${position + 1n}.txt`]);
    expect([...(await marks([WORD])).values()]).toEqual([position + 1n]);
    expect((await foundation.database.inScope(SCHEDULER, (em) => countLedger(em, mirror))).unread).toBe(1);
  });

  it('keeps a document that several patterns match once, sealed, and nothing of documents without a match', async () => {
    const { scan, published } = await begin();
    const patterns: Pattern[] = ['secret', 'token', 'ключ'].map((word) => ({ id: newId(), kind: 'deep', text: word }));
    const content = 'a secret\nа вот и ключ, and a token\n';
    await scan(patterns, [text(content, 1n), text('nothing', 2n), text('another secret', 3n)]);
    const kept = published.filter(({ path }) => path === '1.txt');
    expect(kept.map(({ pattern }) => pattern.text).sort()).toEqual(['secret', 'token', 'ключ']);
    const [first] = kept;
    if (first?.content == null) throw new Error('nothing was kept');
    for (const one of kept) expect(one.content).toEqual(first.content);
    expect(first.content).toMatchObject({
      bytes: Buffer.byteLength(content),
      kept_bytes: Buffer.byteLength(content),
      part: null,
      original: null,
    });
    const sealed = await objects.get(evidenceKey(organisation, first.content));
    expect(sealed && Buffer.from(sealed).includes('secret')).toBe(false);
    expect(String(vault.openBytes(sealed ?? new Uint8Array(), evidenceContext(organisation, first.content.hash)))).toBe(content);
    expect(new Set(published.map((finding) => finding.content?.object)).size).toBe(2);
  });

  it('keeps counting a document that more expressions were too expensive for than are listed', async () => {
    const { mirror, task, unchecked } = await begin();
    const add = (ordinal: string, patterns: readonly string[]) =>
      foundation.database.inScope(SCHEDULER, (em) =>
        addUnchecked(em, mirror, [{ task, organisation, documents: new Map([[ordinal, new Set(patterns)]]) }]),
      );
    await add('1', ['gone']);
    await add('2', ['gone']);
    expect(await unchecked([WORD])).toBe(0);
    await add('1', [WORD.id]);
    expect(await unchecked([WORD])).toBe(1);
    await add(
      '2',
      Array.from({ length: 64 }, () => newId()),
    );
    expect(await unchecked([WORD])).toBe(2);
  });
});
