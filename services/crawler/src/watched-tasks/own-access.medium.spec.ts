import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Delivery } from '@leakwatch/platform';
import { newId, rows, sql } from '@leakwatch/platform';
import type { OwnAccess } from '@leakwatch/contracts';
import { scriptedSource, ScriptedUpstream } from '../units/testing/scripted-source.fixture.ts';
import { UnitStage, wordPattern } from '../units/testing/unit-stage.fixture.ts';
import { OwnAccessConsumer } from './own-access.consumer.ts';

let stage: UnitStage;
const source = scriptedSource(new ScriptedUpstream());
beforeAll(async () => {
  stage = await UnitStage.open();
});
afterAll(() => stage.close());

const scopesOf = async (task: string) =>
  (
    await stage.inScope((em) =>
      rows(
        em,
        sql<{ scope: string }>`select u.credential_scope as scope from crawler.subscription s join crawler.unit u on u.id = s.unit_id
          where s.task_id = ${task} order by u.key`,
      ),
    )
  ).map(({ scope }) => scope);

it('running tasks of an organisation read units of their own from its first account on, until its last one is gone', async () => {
  const consumer = new OwnAccessConsumer(stage.foundation.database, [source]);
  const send = (access: Omit<OwnAccess, 'source_type'>) => {
    const payload = { ...access, source_type: source.kind };
    const delivery: Delivery<OwnAccess> = { id: newId(), key: payload.organisation_id, payload, publishedAt: new Date() };
    return consumer.save([delivery]);
  };
  const [organisation_id, other] = [newId(), newId()];
  const patterns = [wordPattern('alpha'), wordPattern('beta')];
  const mine = await stage.save(source, { task_id: newId(), organisation_id, patterns });
  const theirs = await stage.save(source, { task_id: newId(), organisation_id: other, patterns });
  const stopped = await stage.save(source, { task_id: newId(), organisation_id, patterns, running: false });
  expect(await scopesOf(mine.task_id)).toEqual(['', '']);

  await send({ organisation_id, version: 5, owns: true });
  expect(await scopesOf(mine.task_id)).toEqual([organisation_id, organisation_id]);
  expect(await scopesOf(theirs.task_id)).toEqual(['', '']);
  expect(await scopesOf(stopped.task_id)).toEqual([]);
  // A task that starts later too.
  await stage.save(source, { task_id: stopped.task_id, running: true });
  expect(await scopesOf(stopped.task_id)).toEqual([organisation_id, organisation_id]);

  // An older message changes nothing.
  await send({ organisation_id, version: 4, owns: false });
  expect(await scopesOf(mine.task_id)).toEqual([organisation_id, organisation_id]);
  await send({ organisation_id, version: 6, owns: false });
  expect(await scopesOf(mine.task_id)).toEqual(['', '']);
});
