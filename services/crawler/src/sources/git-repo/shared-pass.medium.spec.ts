import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TaskChange } from '@leakwatch/contracts';
import { newId, rows, SCHEDULER, sql } from '@leakwatch/platform';
import { waitUntil } from '@leakwatch/testing';
import { readMarks } from '../../coverage/marks.fixture.ts';
import { countUnchecked } from '../../coverage/unchecked-documents.store.ts';
import { Superseded } from '../../superseded.ts';
import { TaskStopped } from '../../task-stopped.ts';
import { openSharedScanStage, patternsFor, type SharedScan, type SharedScanStage, WORDS } from './shared-scan.fixture.ts';

const DOCUMENTS = 60;
/** Far enough for some commits, each of which has 200 findings of ten documents or fewer. */
const MIDDLE = 35n;

let stage: SharedScanStage;
beforeAll(async () => {
  stage = await openSharedScanStage();
});
afterAll(() => stage.close());

const EVERYTHING = { findings: DOCUMENTS * WORDS.length, distinct: DOCUMENTS * WORDS.length };
const NOTHING = { findings: 0, distinct: 0 };
const aborted = new AbortController();
aborted.abort(new Error('stopped'));

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
const passesOf = ({ mirror }: SharedScan) =>
  stage.foundation.database.inScope(SCHEDULER, (em) =>
    rows(em, sql<{ launch_id: string }>`select launch_id from crawler.mirror_pass where mirror_id = ${mirror}`),
  );

const cohortsOf = ({ mirror }: SharedScan) =>
  stage.foundation.database.inScope(SCHEDULER, (em) =>
    rows(
      em,
      sql<{ size: number }>`select c.*, (select count(*)::int from crawler.cohort_pattern p where p.cohort_id = c.id) as size
        from crawler.scan_cohort c where mirror_id = ${mirror} order by id`,
    ),
  );

/** Lets a launch read up to the document with this number in the ledger, and no further until `open` is called. */
function pauseAt(shared: SharedScan, task: TaskChange, number: bigint) {
  let open = (): void => undefined;
  let reached = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const paused = new Promise<void>((resolve) => (reached = resolve));
  let first: bigint | undefined;
  shared.before = async (of, ordinal) => {
    if (of !== task.task_id) return;
    first ??= ordinal;
    if (ordinal - first !== number) return;
    reached();
    await opened;
  };
  return { paused, open };
}

/** Two tasks of one organisation, the first of which scans up to the middle, while the launch of the second waits. */
async function inTheMiddle() {
  const shared = await stage.begin(DOCUMENTS);
  const organisation = newId();
  const [first, second] = [await shared.task(patternsFor(WORDS), organisation), await shared.task(patternsFor(WORDS), organisation)];
  const pause = pauseAt(shared, first, MIDDLE);
  const [stopFirst, stopSecond] = [new AbortController(), new AbortController()];
  const launch = newId();
  const firstEnds = shared.scan(first, { launch, signal: stopFirst.signal });
  firstEnds.catch(() => undefined);
  await waitUntil('the pass of the first launch', async () => (await passesOf(shared)).length > 0);
  const secondEnds = shared.scan(second, { signal: stopSecond.signal });
  secondEnds.catch(() => undefined);
  await pause.paused;
  await waitUntil('commits', async () => shared.foundFor(second).findings > 0);
  return { shared, organisation, first, second, pause, launch, firstEnds, secondEnds, stopFirst, stopSecond };
}

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
    expect(await passesOf(shared)).toEqual([]);
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

describe('in the middle of a pass', () => {
  it('a task that waits is stopped: it gets nothing more, the other goes on, and its next launch finds the rest once', async () => {
    const { shared, second, first, pause, firstEnds, secondEnds, stopSecond } = await inTheMiddle();
    await stage.keep.run({ ...second, version: 2, running: false });
    stopSecond.abort(new Error('the task was stopped'));
    await expect(secondEnds).rejects.toThrow('aborted');
    const before = shared.foundFor(second).findings;
    pause.open();
    await firstEnds;
    expect(shared.foundFor(first)).toEqual(EVERYTHING);
    expect(shared.foundFor(second).findings).toBe(before);
    expect(before).toBeLessThan(EVERYTHING.findings);
    shared.read.length = 0;
    const again = { ...second, version: 3 };
    await stage.keep.run(again);
    await shared.scan(again);
    expect(shared.foundFor(second)).toEqual(EVERYTHING);
    expect(shared.read.length).toBeLessThan(DOCUMENTS);
  });

  it('a task that was stopped is free at the next commit: its next launch does not wait for the pass', async () => {
    const { shared, first, second, pause, firstEnds, stopSecond } = await inTheMiddle();
    stopSecond.abort(new Error('the task was stopped'));
    await stage.keep.run({ ...second, version: 2, running: false });
    // Once the other pass has committed, it is paused again.
    const end = pauseAt(shared, first, 15n);
    pause.open();
    await end.paused;
    const again = { ...second, version: 3 };
    await stage.keep.run(again);
    await shared.scan(again);
    expect(shared.foundFor(second)).toEqual(EVERYTHING);
    end.open();
    await firstEnds;
    expect(shared.foundFor(first)).toEqual(EVERYTHING);
  });

  it('the task whose launch scans is stopped: the launch that waits goes on for the other, and nothing comes twice', async () => {
    const { shared, first, second, pause, firstEnds, secondEnds, stopFirst } = await inTheMiddle();
    await stage.keep.run({ ...first, version: 2, running: false });
    stopFirst.abort(new Error('the task was stopped'));
    pause.open();
    await expect(firstEnds).rejects.toThrow('the task was stopped');
    const before = shared.foundFor(first).findings;
    await secondEnds;
    expect(shared.foundFor(second)).toEqual(EVERYTHING);
    expect(shared.foundFor(first).findings).toBe(before);
    const again = { ...first, version: 3 };
    await stage.keep.run(again);
    await shared.scan(again);
    expect(shared.foundFor(first)).toEqual(EVERYTHING);
  });

  it('the task whose launch scans is stopped: nothing is written for it from then on, also before its worker sees it', async () => {
    const { shared, first, second, pause, firstEnds, secondEnds } = await inTheMiddle();
    await stage.keep.run({ ...first, version: 2, running: false });
    const before = shared.foundFor(first);
    pause.open();
    await expect(firstEnds).rejects.toThrow(TaskStopped);
    expect(shared.foundFor(first)).toEqual(before);
    await secondEnds;
    expect(shared.foundFor(second)).toEqual(EVERYTHING);
  });

  it('the worker dies or is paused: the other launch continues both, and the late worker commits nothing', async () => {
    const { shared, first, second, pause, launch, firstEnds, secondEnds } = await inTheMiddle();
    await stage.foundation.database.inScope(SCHEDULER, (em) =>
      rows(em, sql`update crawler.mirror_pass set leased_until = now() - interval '1 second' where mirror_id = ${shared.mirror}`),
    );
    const { counts } = await secondEnds;
    expect(counts.scanned).toBe(DOCUMENTS);
    for (const task of [first, second]) expect(shared.foundFor(task)).toEqual(EVERYTHING);
    pause.open();
    await expect(firstEnds).rejects.toThrow(Superseded);
    // The next try of its launch has nothing left to do.
    const read = shared.read.length;
    await shared.scan(first, { launch });
    expect(shared.read).toHaveLength(read);
    for (const task of [first, second]) expect(shared.foundFor(task)).toEqual(EVERYTHING);
  });

  it('the next try of its launch does not wait for the last one', async () => {
    const { shared, first, second, pause, launch, firstEnds, secondEnds } = await inTheMiddle();
    shared.before = async () => undefined;
    await shared.scan(first, { launch });
    for (const task of [first, second]) expect(shared.foundFor(task)).toEqual(EVERYTHING);
    await secondEnds;
    pause.open();
    await expect(firstEnds).rejects.toThrow(Superseded);
    for (const task of [first, second]) expect(shared.foundFor(task)).toEqual(EVERYTHING);
  });

  it('a task that is changed leaves it, and is scanned for in its new version', async () => {
    const { shared, first, second, pause, firstEnds, stopSecond } = await inTheMiddle();
    stopSecond.abort(new Error('a new launch'));
    const [gone, ...kept] = second.patterns;
    const [added] = patternsFor(['filler']);
    if (gone === undefined || added === undefined) throw new Error('no pattern');
    const changed = { ...second, version: 2, patterns: [...kept, added] };
    await stage.keep.run(changed);
    const before = shared.found.filter(({ pattern }) => pattern.id === gone.id).length;
    pause.open();
    await firstEnds;
    await shared.scan(changed);
    expect(shared.found.filter(({ pattern }) => pattern.id === gone.id)).toHaveLength(before);
    const all = DOCUMENTS * kept.length + DOCUMENTS + before;
    expect(shared.foundFor(second)).toEqual({ findings: all, distinct: all });
    expect(shared.foundFor(first)).toEqual(EVERYTHING);
  });
});
