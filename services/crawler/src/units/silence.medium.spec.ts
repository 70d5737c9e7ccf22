import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { staffFactsV1 } from '@leakwatch/contracts';
import { newId, rows, sql, STAFF } from '@leakwatch/platform';
import { HABIT_INTERVALS, SILENCE_POLICIES } from '@leakwatch/vocabulary';
import { AnnounceSilence } from './fleet/announce-silence.ts';
import { fleetSources } from './fleet/fleet-sources.read-model.ts';
import { scriptedSource, ScriptedUpstream } from './testing/scripted-source.fixture.ts';
import { UnitStage, wordPattern } from './testing/unit-stage.fixture.ts';

let stage: UnitStage;
const upstream = new ScriptedUpstream();
const source = scriptedSource(upstream);
const HOUR = 3_600;
beforeAll(async () => {
  stage = await UnitStage.open();
});
afterAll(() => stage.close());

const silence = async () =>
  (await stage.foundation.database.inScope(STAFF, (em) => fleetSources(em, [source.kind]))).map(({ silent, silent_since: since }) => ({
    silent,
    since,
  }));
const facts = async () => {
  const found = await stage.client.query('select payload from bus.message where topic = $1 order by position', [staffFactsV1.topic]);
  return found.rows.map(({ payload }) => staffFactsV1.schema.parse(payload)).map(({ state, cause }) => [state, cause]);
};
const announce = () => new AnnounceSilence(stage.foundation.database, stage.foundation.bus, stage.foundation.logger).run();

it('a source that answers as ever and has had nothing new for longer than its habit is silent, until it has', async () => {
  const policy = SILENCE_POLICIES[source.kind];
  if (policy === null) throw new Error('a source that is never silent');
  let task = await stage.save(source, { task_id: newId(), patterns: [wordPattern('alpha')] });
  /** A pass some hours after the one before; returns the launch. */
  const pass = async (hours: number): Promise<string> => {
    await stage.inScope((em) =>
      rows(em, sql`update crawler.unit set last_pass_ended_at = last_pass_ended_at - make_interval(secs => ${hours * HOUR})`),
    );
    const launch = await stage.launch(source, task);
    await stage.work(source);
    await stage.report(source);
    return launch;
  };
  for (let n = 0; n <= HABIT_INTERVALS; n += 1) {
    upstream.put(`alpha-${n}`, 'alpha');
    await pass(2);
  }
  const [NOTHING] = await silence();
  expect(NOTHING).toEqual({ silent: 0, since: null });

  const allowed = Math.max(policy.leastSeconds, policy.factor * 2 * HOUR) / HOUR;
  for (let hours = 2; hours < allowed; hours += 2) await pass(2);
  expect(await silence()).toEqual([NOTHING]);
  await announce();
  expect(await facts()).toEqual([]);

  await pass(2);
  const launch = await pass(2);
  expect(await silence()).toEqual([{ silent: 1, since: expect.any(String) }]);
  const { ends } = await stage.reports(launch);
  expect(ends).toMatchObject([{ outcome: 'done', units: { silent: 1, silent_since: expect.any(String) } }]);
  await announce();
  await announce();
  expect(await facts()).toEqual([['begun', `silent:${source.kind}`]]);

  upstream.put('alpha-new', 'alpha');
  const healthy = await pass(2);
  expect(await silence()).toEqual([NOTHING]);
  expect((await stage.reports(healthy)).ends).toMatchObject([{ units: { silent: 0, silent_since: null } }]);
  await announce();
  expect(await facts()).toEqual([
    ['begun', `silent:${source.kind}`],
    ['over', `silent:${source.kind}`],
  ]);
  task = await stage.save(source, { ...task, running: false });
});

it('one that was never lively is not silent, and a pause of the task is no silence', async () => {
  const task = await stage.save(source, { task_id: newId(), patterns: [wordPattern('beta')] });
  upstream.put('beta-1', 'beta');
  for (let n = 0; n < 5; n += 1) {
    await stage.inScope((em) => rows(em, sql`update crawler.unit set last_pass_ended_at = last_pass_ended_at - interval '90 days'`));
    await stage.launch(source, task);
    await stage.work(source);
  }
  expect(await silence()).toEqual([{ silent: 0, since: null }]);
});
