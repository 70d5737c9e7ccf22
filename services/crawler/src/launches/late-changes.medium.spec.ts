import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId, rows, sql } from '@leakwatch/platform';
import { STALLED_SECONDS } from '@leakwatch/vocabulary';
import { UpstreamError } from '../accounts/upstream-error.ts';
import { scriptedSource, ScriptedUpstream } from '../units/testing/scripted-source.fixture.ts';
import { UnitStage, wordPattern } from '../units/testing/unit-stage.fixture.ts';
import { releaseUnit } from '../units/unit.store.ts';
import { HEARTBEAT_SECONDS } from './launch.store.ts';

describe('reports of launches', () => {
  let stage: UnitStage;
  beforeAll(async () => {
    stage = await UnitStage.open();
  });
  afterAll(() => stage.close());
  beforeEach(() => stage.empty());

  const upstream = new ScriptedUpstream();
  const source = scriptedSource(upstream);
  const begin = async (...words: readonly string[]) => {
    const task = await stage.save(source, { task_id: newId(), patterns: words.map((word) => wordPattern(word)) });
    const launch = await stage.launch(source, task);
    await stage.report(source);
    return launch;
  };
  /** As if `seconds` had gone by without progress, and the last report were `silence` seconds old. */
  const elapse = (seconds: number, silence: number) =>
    stage.inScope((em) =>
      rows(
        em,
        sql`update crawler.launch set progressed_at = progressed_at - make_interval(secs => ${seconds}),
              reported_at = reported_at - make_interval(secs => ${silence})`,
      ),
    );
  const reported = async (launch: string) => (await stage.reports(launch)).progress.length;

  it('contain a change that was under way when the launch was last reported, and are not sent while nothing changes', async () => {
    const launch = await begin('alpha');
    await stage.client.query('begin');
    await stage.client.query("select set_config('leakwatch.scope', 'scheduler', true)");
    await stage.client.query("update crawler.unit set error_code = 'no_account'");
    await stage.report(source);
    const before = await reported(launch);
    await stage.client.query('commit');

    await stage.report(source);
    expect((await stage.reports(launch)).progress.slice(before).map(({ units }) => units?.error_code)).toEqual(['no_account']);
    await stage.inScope((em) => rows(em, sql`update crawler.unit set error_code = error_code`));
    await stage.report(source);
    expect(await reported(launch)).toBe(before + 1);
  });

  it('say why units wait, and the new reason when it changes for all of them', async () => {
    const launch = await begin('alpha', 'beta');
    let failure = new UpstreamError('no_account');
    upstream.before = () => {
      throw failure;
    };
    const step = async () => {
      const unit = await stage.lease(source);
      if (unit === undefined) throw new Error('no unit is due');
      await stage.runner().run(source, unit, 0, new AbortController().signal);
      await stage.inScope((em) => releaseUnit(em, unit));
      await stage.report(source);
    };
    const reason = async () => (await stage.reports(launch)).progress.at(-1)?.units?.error_code;
    await step();
    await step();
    expect(await reason()).toBe('no_account');
    failure = new UpstreamError('limited', { resource: 'search', seconds: 40 });
    await step();
    expect(await reason()).toBe('upstream_limited');
  });

  it('say since when a launch makes no progress and why, also where another unit of its scope was the one to try, until it does', async () => {
    const [waiting, behind] = [await begin('alpha'), await begin('gamma')];
    upstream.put('doc', 'alpha and gamma');
    upstream.before = () => {
      throw new UpstreamError('no_account');
    };
    const stalled = async (launch: string) => {
      await stage.report(source);
      return (await stage.reports(launch)).progress.at(-1)?.units?.stalled;
    };
    const pass = (seconds: number) => elapse(seconds, HEARTBEAT_SECONDS + 1);
    const unit = await stage.lease(source);
    if (unit === undefined) throw new Error('no unit is due');
    await stage.runner().run(source, unit, 0, new AbortController().signal);
    await stage.inScope((em) => releaseUnit(em, unit));
    await pass(STALLED_SECONDS - 30);
    expect([await stalled(waiting), await stalled(behind)]).toEqual([null, null]);
    await pass(60);
    const since = expect.any(String);
    expect([await stalled(waiting), await stalled(behind)]).toEqual([
      { since, error_code: 'no_account' },
      { since, error_code: 'no_account' },
    ]);

    upstream.before = () => undefined;
    await stage.work(source);
    await stage.report(source);
    expect((await stage.reports(waiting)).ends).toMatchObject([{ outcome: 'done', units: { stalled: null } }]);
  });

  it('do not count the time in which no crawler ran as time without progress', async () => {
    const launch = await begin('alpha');
    const stalled = async () => {
      await stage.report(source);
      return (await stage.reports(launch)).progress.at(-1)?.units?.stalled;
    };
    await elapse(STALLED_SECONDS - 30, HEARTBEAT_SECONDS + 1);
    expect(await stalled()).toBeNull();
    await elapse(50 * 3600, 50 * 3600);
    expect(await stalled()).toBeNull();
    // A crawler runs again: the time before the pause counts on.
    await elapse(60, HEARTBEAT_SECONDS + 1);
    expect(await stalled()).toEqual({ since: expect.any(String), error_code: null });
  });
});
