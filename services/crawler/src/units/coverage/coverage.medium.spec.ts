import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { getPatternCoverage } from '@leakwatch/contracts';
import { newId } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import { UpstreamError } from '../../accounts/upstream-error.ts';
import { scriptedSource, ScriptedUpstream } from '../testing/scripted-source.fixture.ts';
import { UnitStage, wordPattern } from '../testing/unit-stage.fixture.ts';
import { CoverageController } from './coverage.controller.ts';

describe('coverage of patterns', () => {
  let stage: UnitStage;
  let upstream: ScriptedUpstream;
  beforeAll(async () => {
    stage = await UnitStage.open();
  });
  afterAll(() => stage.close());
  beforeEach(async () => {
    await stage.empty();
    upstream = new ScriptedUpstream();
    for (let n = 0; n < 5; n += 1) upstream.put(`alpha-${n}`, 'alpha');
    for (let n = 0; n < 2; n += 1) upstream.put(`beta-${n}`, 'beta');
  });

  const source = () => scriptedSource(upstream);
  const ask = async (task: string, organisation: string | null, query: { limit: number; offset: number } = { limit: 10, offset: 0 }) => {
    const controller = new CoverageController(stage.foundation.database, [source()]);
    return getPatternCoverage.answer.parse(
      await controller.get({ params: { id: task }, query, body: undefined }, testCaller(organisation)),
    );
  };

  it('is what the upstream has and gave for each pattern, before, during and after a pass', async () => {
    const [alpha, beta, none] = [wordPattern('alpha'), wordPattern('beta'), { id: newId(), kind: 'regex', text: '[0-9]{8}' } as const];
    const task = await stage.save(source(), { task_id: newId(), patterns: [alpha, beta, none] });
    const before = await ask(task.task_id, task.organisation_id);
    expect(before.results.map(({ pattern, asked, found, last_full_pass }) => [pattern, asked, found, last_full_pass])).toEqual([
      [alpha.id, true, null, null],
      [beta.id, true, null, null],
      // It has no part that a source could be asked for.
      [none.id, false, null, null],
    ]);
    await stage.launch(source(), task);
    upstream.before = (request, key) => {
      if (request === 'fetch' && key === 'alpha-1') throw new UpstreamError('query_refused');
      if (request === 'ask' && key.startsWith('beta')) throw new UpstreamError('query_refused');
    };
    await stage.work(source());
    const { count, results } = await ask(task.task_id, task.organisation_id);
    expect(count).toBe(3);
    expect(results[0]).toMatchObject({ found: 5, returned: 5, read: 4, unread: 1, capped: false, incomplete: false, error_code: null });
    expect(results[0]?.last_full_pass).not.toBeNull();
    expect(results[1]).toMatchObject({ found: null, returned: 0, incomplete: true, error_code: 'query_refused', last_full_pass: null });
    expect((await ask(task.task_id, task.organisation_id, { limit: 1, offset: 1 })).results.map(({ pattern }) => pattern)).toEqual([
      beta.id,
    ]);
  });

  it('is shown to the organisation of the task alone, and empty for a stopped task', async () => {
    const task = await stage.save(source(), { task_id: newId(), patterns: [wordPattern('alpha')] });
    await expect(ask(task.task_id, newId())).rejects.toMatchObject({ status: 404 });
    await expect(ask(task.task_id, null)).rejects.toMatchObject({ status: 403 });
    await stage.save(source(), { task_id: task.task_id, running: false });
    expect(await ask(task.task_id, task.organisation_id)).toEqual({ count: 0, results: [] });
  });
});
