import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TaskChange } from '@leakwatch/contracts';
import { newId, rows, SCHEDULER, sql } from '@leakwatch/platform';
import { readMarks } from '../../passes/marks.fixture.ts';
import { countUnchecked } from '../../passes/unchecked-documents.store.ts';
import { openSharedScanStage, patternsFor, type SharedScan, type SharedScanStage, WORDS } from './shared-scan.fixture.ts';

const DOCUMENTS = 60;

let stage: SharedScanStage;
beforeAll(async () => {
  stage = await openSharedScanStage();
});
afterAll(() => stage.close());

const EVERYTHING = { findings: DOCUMENTS * WORDS.length, distinct: DOCUMENTS * WORDS.length };
const NOTHING = { findings: 0, distinct: 0 };
const marksOf = async ({ mirror }: SharedScan, { patterns }: TaskChange) =>
  new Set(
    (
      await readMarks(
        stage.foundation.database,
        mirror,
        patterns.map(({ id }) => id),
      )
    ).values(),
  );
const cohortsOf = ({ mirror }: SharedScan) =>
  stage.foundation.database.inScope(SCHEDULER, (em) =>
    rows(
      em,
      sql<{ size: number }>`select c.*, (select count(*)::int from crawler.cohort_pattern p where p.cohort_id = c.id) as size
        from crawler.scan_cohort c where mirror_id = ${mirror} order by id`,
    ),
  );

describe('two tasks of one organisation', () => {
  it('that are started together read and match each document once, and each gets its own findings', async () => {
    const shared = await stage.begin(DOCUMENTS);
    const organisation = newId();
    const tasks = [
      await shared.task(patternsFor(WORDS), organisation),
      await shared.task(patternsFor([...WORDS.slice(0, 5), 'nowhere']), organisation),
    ] as const;
    const [first, second] = await Promise.all(tasks.map((task) => shared.scan(task)));
    expect(shared.read).toHaveLength(DOCUMENTS);
    expect(shared.foundFor(tasks[0])).toEqual(EVERYTHING);
    expect(shared.foundFor(tasks[1])).toEqual({ findings: 5 * DOCUMENTS, distinct: 5 * DOCUMENTS });
    for (const one of shared.found) {
      const task = tasks.find(({ task_id: id }) => id === one.task_id);
      expect(task?.patterns).toContainEqual(one.pattern);
      expect(one.organisation_id).toBe(organisation);
    }
    for (const one of [first, second]) {
      expect(one?.counts).toEqual({ total: DOCUMENTS, scanned: DOCUMENTS, unread: 0, unchecked: 0 });
      const scanned = one?.reports.map((report) => report.scanned) ?? [];
      expect(scanned).toEqual(scanned.toSorted((left, right) => left - right));
    }
    expect(await shared.passes()).toEqual([]);
  });

  it('meet what is new once, whichever is launched; one that is added later meets what is there', async () => {
    const shared = await stage.begin(DOCUMENTS);
    const organisation = newId();
    const [first, second] = [await shared.task(patternsFor(WORDS), organisation), await shared.task(patternsFor(WORDS), organisation)];
    await shared.scan(first);
    const added = await shared.task(patternsFor(WORDS), organisation);
    await shared.list(DOCUMENTS, 5);
    shared.read.length = 0;
    // The launch of a task that is far reads nothing for one that is not.
    await shared.scan(first);
    expect(shared.read).toHaveLength(5);
    expect(shared.foundFor(added)).toEqual(NOTHING);
    shared.read.length = 0;
    await shared.scan(added);
    expect(shared.read).toHaveLength(DOCUMENTS + 5);
    await shared.scan(second);
    expect(shared.read).toHaveLength(DOCUMENTS + 5);
    // Those of the first two tasks are one; a launch that finds nothing new divides nothing.
    const cohorts = await cohortsOf(shared);
    await shared.scan(first);
    expect(await cohortsOf(shared)).toEqual(cohorts);
    await shared.list(DOCUMENTS + 5, 5);
    await shared.scan(second);
    expect(shared.read).toHaveLength(DOCUMENTS + 10);
    const all = (DOCUMENTS + 10) * WORDS.length;
    for (const task of [first, second, added]) expect(shared.foundFor(task)).toEqual({ findings: all, distinct: all });
    expect(await cohortsOf(shared)).toMatchObject([{ size: 3 * WORDS.length }]);
  });

  it('whose expressions are costly leave each other enough steps', async () => {
    // Together they use up nearly all steps of a document; the other task's expression costs more than each of them, and would be the last.
    const costly = patternsFor(
      Array.from({ length: 8 }, (_, n) => `a[ab]{${200 - n}}\\bc`),
      'regex',
    );
    const own = patternsFor(['a[ab]{210}\\bc'], 'regex');
    const shared = await stage.begin(1, () => `${'ab'.repeat(300_000)}bc`);
    const organisation = newId();
    const [first, second] = [await shared.task(costly, organisation), await shared.task(own, organisation)];
    await shared.scan(first);
    const unchecked = ({ task_id: task, patterns }: TaskChange) =>
      stage.foundation.database.inScope(SCHEDULER, (em) =>
        countUnchecked(
          em,
          shared.mirror,
          task,
          patterns.map(({ id }) => id),
        ),
      );
    for (const task of [first, second]) expect(await unchecked(task)).toBe(0);
    expect(await marksOf(shared, second)).toEqual(await marksOf(shared, first));
  });
});
