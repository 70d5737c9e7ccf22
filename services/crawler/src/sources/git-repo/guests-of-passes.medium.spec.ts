import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TaskChange } from '@leakwatch/contracts';
import { newId, rows, SCHEDULER, sql } from '@leakwatch/platform';
import { Superseded } from '../../superseded.ts';
import { GUEST_BOUNDS } from './guest-budget.ts';
import { openSharedScanStage, patternsFor, type SharedScan, type SharedScanStage, textOf, WORDS } from './shared-scan.fixture.ts';

const DOCUMENTS = 60;
/** Far enough for some commits, each of which has 200 findings. */
const MIDDLE = 35;
const EVERYTHING = { findings: DOCUMENTS * WORDS.length, distinct: DOCUMENTS * WORDS.length };
const NOTHING = { findings: 0, distinct: 0 };

let stage: SharedScanStage;
beforeAll(async () => {
  stage = await openSharedScanStage();
});
afterAll(() => stage.close());

/** Does something before the launch of a task gets the document with this number, once. */
function inTheMiddle(shared: SharedScan, task: TaskChange, change: () => Promise<void>): void {
  let read = 0;
  shared.before = async (of) => {
    if (of !== task.task_id) return;
    read += 1;
    if (read === MIDDLE) await change();
  };
}

/** Each finding has the organisation, the task and a pattern of the same task. */
function expectOwned(shared: SharedScan, tasks: readonly TaskChange[]): void {
  for (const one of shared.found) {
    const task = tasks.find(({ task_id: id }) => id === one.task_id);
    expect(task?.organisation_id).toBe(one.organisation_id);
    expect(task?.patterns).toContainEqual(one.pattern);
  }
}

const three = async (shared: SharedScan) =>
  [
    await shared.task(patternsFor(WORDS), newId()),
    await shared.task(patternsFor(WORDS), newId()),
    await shared.task(patternsFor([...WORDS.slice(0, 5), 'nowhere']), newId()),
  ] as const;

describe('tasks of three organisations on one public mirror', () => {
  it('read each document once, whoever scans, and each organisation gets exactly its findings', async () => {
    const shared = await stage.begin(DOCUMENTS);
    const tasks = await three(shared);
    await Promise.all(tasks.map((task) => shared.scan(task)));
    expect(shared.read).toHaveLength(DOCUMENTS);
    for (const task of tasks.slice(0, 2)) expect(shared.foundFor(task)).toEqual(EVERYTHING);
    expect(shared.foundFor(tasks[2])).toEqual({ findings: 5 * DOCUMENTS, distinct: 5 * DOCUMENTS });
    expectOwned(shared, tasks);
    // What is new is read once as well.
    await shared.list(DOCUMENTS, 5);
    for (const task of tasks) await shared.scan(task);
    expect(shared.read).toHaveLength(DOCUMENTS + 5);
  });

  it.each([
    ['is stopped', (task: TaskChange) => ({ ...task, version: 2, running: false })],
    ['is deleted', (task: TaskChange) => ({ ...task, version: 2, running: false, archived: true })],
    ['is changed', (task: TaskChange) => ({ ...task, version: 2, patterns: task.patterns.slice(1) })],
    ['needs the repository no more', (task: TaskChange) => ({ ...task, version: 2, repositories: [] })],
  ])(
    'in the middle of the pass of another one a task %s: it gets nothing after that commit, and the others everything',
    async (_, change) => {
      const shared = await stage.begin(DOCUMENTS);
      const [first, second, third] = await three(shared);
      let before = -1;
      inTheMiddle(shared, first, async () => {
        await stage.keep.run(change(second));
        before = shared.foundFor(second).findings;
      });
      await shared.scan(first);
      expect(before).toBeGreaterThan(0);
      expect(before).toBeLessThan(EVERYTHING.findings);
      expect(shared.foundFor(second).findings).toBe(before);
      expect(shared.foundFor(first)).toEqual(EVERYTHING);
      expect(shared.foundFor(third)).toEqual({ findings: 5 * DOCUMENTS, distinct: 5 * DOCUMENTS });
      // It continues where it left.
      const again = { ...second, version: 3 };
      await stage.keep.run(again);
      await shared.scan(again);
      expect(shared.foundFor(second)).toEqual(EVERYTHING);
      expectOwned(shared, [first, second, third]);
    },
  );

  it('an organisation that was not admitted to storage takes no part', async () => {
    const shared = await stage.begin(DOCUMENTS);
    const first = await shared.task(patternsFor(WORDS), newId());
    const refused = await shared.refused(patternsFor(WORDS), newId());
    await shared.scan(first);
    expect(shared.foundFor(first)).toEqual(EVERYTHING);
    expect(shared.foundFor(refused)).toEqual(NOTHING);
  });

  it('the worker is paused and loses its pass: the launch of another one continues for all, and the late one commits nothing', async () => {
    const shared = await stage.begin(DOCUMENTS);
    const [first, second, third] = await three(shared);
    inTheMiddle(shared, first, async () => {
      await stage.foundation.database.inScope(SCHEDULER, (em) =>
        rows(em, sql`update crawler.mirror_pass set leased_until = now() - interval '1 second' where mirror_id = ${shared.mirror}`),
      );
      await shared.scan(second);
    });
    await expect(shared.scan(first)).rejects.toThrow(Superseded);
    for (const task of [first, second]) expect(shared.foundFor(task)).toEqual(EVERYTHING);
    expect(shared.foundFor(third)).toEqual({ findings: 5 * DOCUMENTS, distinct: 5 * DOCUMENTS });
    expectOwned(shared, [first, second, third]);
  });
});

it('a mirror with a credential scope is scanned for its own organisation only', async () => {
  const owner = newId();
  const shared = await stage.begin(DOCUMENTS, undefined, owner);
  const [first, second] = [await shared.task(patternsFor(WORDS), owner), await shared.task(patternsFor(WORDS), owner)];
  // As if another organisation had the same scope, which cannot be.
  const foreign = await shared.task(patternsFor(WORDS), newId());
  await shared.scan(first);
  for (const task of [first, second]) expect(shared.foundFor(task)).toEqual(EVERYTHING);
  expect(shared.foundFor(foreign)).toEqual(NOTHING);
});

it('a document that cannot be matched beside the patterns of a guest is matched without them, and is not counted as unread', async () => {
  const shared = await stage.begin(DOCUMENTS);
  const [first, guest] = [await shared.task(patternsFor(WORDS), newId()), await shared.task(patternsFor(WORDS), newId())];
  shared.isTooMuch = (patterns) => patterns.some(({ owner }) => owner === guest.task_id);
  const { counts } = await shared.scan(first);
  expect(counts).toEqual({ total: DOCUMENTS, scanned: DOCUMENTS, unread: 0, unchecked: 0 });
  expect(shared.foundFor(first)).toEqual(EVERYTHING);
  expect(shared.foundFor(guest)).toEqual(NOTHING);
  shared.isTooMuch = () => false;
  await shared.scan(guest);
  expect(shared.foundFor(guest)).toEqual(EVERYTHING);
});

const text = () => `${'ab'.repeat(20_000)} ${WORDS.join(' ')}`;
const costly = () => [...patternsFor(['a[ab]{200}\\bc', '[0-9]{3}x[0-9]{40}'], 'regex'), ...patternsFor(WORDS)];

describe('a guest that costs too much', () => {
  it.each([
    ['in one document', { ...GUEST_BOUNDS, document: 1 }],
    ['in the pass', { ...GUEST_BOUNDS, pass: 1_000 }],
  ])('%s leaves the pass at the last commit, and finds everything once by its own; the host goes on', async (_, guests) => {
    const shared = await stage.begin(DOCUMENTS, text);
    const first = await shared.task(patternsFor(WORDS), newId());
    const guest = await shared.task(costly(), newId());
    await shared.scan(first, { guests });
    expect(shared.foundFor(first)).toEqual(EVERYTHING);
    expect(shared.foundFor(guest).findings).toBeLessThan(EVERYTHING.findings);
    await shared.scan(guest);
    expect(shared.foundFor(guest)).toEqual(EVERYTHING);
    expectOwned(shared, [first, guest]);
  });
});

it('guests of a host that costs too much leave its pass at the last commit, and scan alone while it goes on', async () => {
  const shared = await stage.begin(DOCUMENTS, (number) => `${'ab'.repeat(20_000)} ${textOf(number)}`);
  const host = await shared.task(costly(), newId());
  const guests = [await shared.task(patternsFor(WORDS), newId()), await shared.task(patternsFor(WORDS), newId())] as const;
  let before = -1;
  // With the guests in the pass, their launches would wait for its end.
  inTheMiddle(shared, host, async () => {
    before = shared.foundFor(guests[0]).findings;
    for (const guest of guests) await shared.scan(guest);
  });
  await shared.scan(host, { guests: { ...GUEST_BOUNDS, host: 1_000 } });
  expect(before).toBeLessThan(EVERYTHING.findings);
  for (const task of [host, ...guests]) expect(shared.foundFor(task)).toEqual(EVERYTHING);
  expectOwned(shared, [host, ...guests]);
});
