import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TaskChange } from '@leakwatch/contracts';
import { newId, rows, SCHEDULER, sql } from '@leakwatch/platform';
import { waitUntil } from '@leakwatch/testing';
import { Superseded } from '../../superseded.ts';
import { TaskStopped } from '../../task-stopped.ts';
import { openSharedScanStage, patternsFor, type SharedScan, type SharedScanStage, WORDS } from './shared-scan.fixture.ts';

const DOCUMENTS = 60;
/** Far enough for some commits, each of which has 200 findings of ten documents or fewer. */
const MIDDLE = 35n;
const EVERYTHING = { findings: DOCUMENTS * WORDS.length, distinct: DOCUMENTS * WORDS.length };

let stage: SharedScanStage;
beforeAll(async () => {
  stage = await openSharedScanStage();
});
afterAll(() => stage.close());

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
  await waitUntil('the pass of the first launch', async () => (await shared.passes()).length > 0);
  const secondEnds = shared.scan(second, { signal: stopSecond.signal });
  secondEnds.catch(() => undefined);
  await pause.paused;
  await waitUntil('commits', async () => shared.foundFor(second).findings > 0);
  return { shared, organisation, first, second, pause, launch, firstEnds, secondEnds, stopFirst, stopSecond };
}

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
