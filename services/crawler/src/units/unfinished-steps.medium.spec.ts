import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { newId, rows, sql } from '@leakwatch/platform';
import { scriptedSource, ScriptedUpstream } from './testing/scripted-source.fixture.ts';
import { UnitStage, wordPattern } from './testing/unit-stage.fixture.ts';
import { releaseUnit, UNFINISHED_MAX } from './unit.store.ts';

let stage: UnitStage;
let upstream: ScriptedUpstream;
beforeAll(async () => {
  stage = await UnitStage.open();
});
afterAll(() => stage.close());
beforeEach(async () => {
  await stage.empty();
  upstream = new ScriptedUpstream();
  upstream.put('doc', 'holds a secret');
});

async function begin() {
  const source = scriptedSource(upstream);
  const task = await stage.save(source, { task_id: newId(), patterns: [wordPattern('secret')] });
  return { source, launch: await stage.launch(source, task) };
}

/** As after a crawler that died so many seconds after its lease. */
const leasedBefore = (seconds: number) =>
  stage.inScope((em) => rows(em, sql`update crawler.unit set leased_until = now() - make_interval(secs => ${seconds}::int)`));

const unitNow = async () =>
  (
    await stage.inScope((em) =>
      rows(
        em,
        sql<{ unfinished: number; code: string | null; failing: boolean; pause: number }>`
          select unfinished, error_code as code, failing_since is not null as failing, extract(epoch from next_at - now())::int as pause
          from crawler.unit`,
      ),
    )
  )[0];

async function step(source: Awaited<ReturnType<typeof begin>>['source']): Promise<void> {
  const unit = await stage.lease(source);
  if (unit === undefined) throw new Error('no unit is due');
  await stage.runner().run(source, unit, 0, new AbortController().signal);
  await stage.inScope((em) => releaseUnit(em, unit));
}

it('gives a unit up that ends its crawler each time, ends its launches, and tries it again later', async () => {
  const { source, launch } = await begin();
  for (let crawlers = 0; crawlers < UNFINISHED_MAX; crawlers += 1) {
    expect(await stage.lease(source)).toBeDefined();
    await leasedBefore(86_400);
  }
  await step(source);
  expect(upstream.asks).toBe(0);
  expect(await unitNow()).toMatchObject({ code: 'search_failed', failing: true });
  expect((await unitNow())?.pause).toBeGreaterThan(3_500);
  await stage.report(source);
  expect((await stage.reports(launch)).ends).toMatchObject([{ outcome: 'failed', error_code: 'search_failed' }]);

  await stage.skipPauses();
  await stage.lease(source);
  await leasedBefore(86_400);
  await step(source);
  expect(upstream.asks).toBe(0);
  await stage.skipPauses();
  await step(source);
  expect(upstream.asks).toBeGreaterThan(0);
  expect(await unitNow()).toMatchObject({ unfinished: 0, code: null, failing: false });
});

it('does not count a step that wrote something before its crawler died', async () => {
  const { source } = await begin();
  for (let n = 0; n < 40; n += 1) upstream.put(`doc-${n}`, 'holds a secret');
  for (let crawlers = 0; crawlers < UNFINISHED_MAX * 2; crawlers += 1) {
    const unit = await stage.lease(source);
    if (unit === undefined) break;
    await stage.runner().run(source, unit, 0, new AbortController().signal);
    await leasedBefore(86_400);
  }
  expect(await unitNow()).toMatchObject({ code: null, failing: false });
});

it('leases units that a killed crawler was reading at different times', async () => {
  const { source } = await begin();
  await stage.inScope((em) => rows(em, sql`update crawler.unit set unfinished = 3`));
  const leasedAfter = async (seconds: number) => {
    await leasedBefore(seconds);
    return (await stage.lease(source)) !== undefined;
  };
  expect(await leasedAfter(2 * 60)).toBe(true);
  const due = new Set<boolean>();
  for (let epoch = 0; epoch < 30; epoch += 1) {
    await stage.inScope((em) => rows(em, sql`update crawler.unit set unfinished = 3, lease_epoch = lease_epoch + 1`));
    due.add(await leasedAfter(45));
  }
  expect(due).toEqual(new Set([true, false]));
});
