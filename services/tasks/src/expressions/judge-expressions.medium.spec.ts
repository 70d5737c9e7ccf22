import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { organisationScope, RateLimiter } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import { lockOrganisation } from '../organisations/organisation.store.ts';
import { type FormStage, normalBody, openFormStage } from '../task-saving/form-stage.fixture.ts';
import { SAVES_OF_ORGANISATION } from './expression-throttle.ts';

const [ours, limited] = [randomUUID(), randomUUID()];
const withExpressions = (...patterns: readonly string[]) =>
  normalBody({ patterns: { internal_domains: { patterns: ['corp.example'] }, regex_keywords: { patterns: [patterns.join('\n')] } } });

describe('the expressions of a task that is saved', () => {
  let stage: FormStage;
  beforeAll(async () => {
    stage = await openFormStage([ours, limited]);
  });
  afterAll(() => stage.close());

  const save = (organisation: string, body: object) => stage.call(testCaller(organisation), 'POST', '/api/tasks/', body);

  it('are dropped with the reason of the engine', async () => {
    const { status, body } = await save(ours, withExpressions('BILL-[0-9]{8}', '[0-9]{8}', '(a', 'x*'));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      dropped: [
        { text: '(a', reason: 'expression_syntax' },
        { text: 'x*', reason: 'expression_matches_empty' },
      ],
      stream_only: ['[0-9]{8}'],
    });
  });

  it('are not judged when there are more than may be saved', async () => {
    const { status, body } = await save(ours, withExpressions(...Array.from({ length: 50 }, (_, at) => `a{${at + 1}}`)));
    expect([status, body]).toMatchObject([400, { code: 'task_invalid' }]);
  });

  it('are limited for an organisation, before its row is locked', async () => {
    const limiter = new RateLimiter(stage.foundation.redis);
    for (let at = 0; at < SAVES_OF_ORGANISATION.attempts; at++) await limiter.take(SAVES_OF_ORGANISATION, limited);
    await stage.foundation.database.inScope(organisationScope(limited), async (em) => {
      await lockOrganisation(em, limited);
      // Answered while another transaction holds the row: expressions come before the lock.
      expect(await save(limited, withExpressions('BILL-[0-9]{8}'))).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    });
    expect((await save(limited, normalBody())).status).toBe(200);
    expect((await save(ours, withExpressions('BILL-[0-9]{8}'))).status).toBe(200);
  });
});
