import { randomUUID } from 'node:crypto';
import { changeManyStatuses, changeOneStatus } from '@leakwatch/contracts';
import { countDeadlocks, createTestEnvironment, testCaller } from '@leakwatch/testing';
import { expect, it } from '@jest/globals';
import { makeOwner, openEvents, publishOrganisation } from '../events.fixture.ts';

const LINES = 12;
const ROUNDS = 15;

it('people who change the same events one by one, with the same file, and in bulk cannot deadlock', async () => {
  const environment = await createTestEnvironment();
  const events = await openEvents(environment);
  const { of } = await makeOwner(events);
  await publishOrganisation(events, of.organisation_id);
  for (let line = 1; line <= LINES; line += 1) await events.find(of, ['config.env'], { line, lines_hash: `lines ${line}` });
  const people = [1, 2, 3, 4].map((n) => testCaller(of.organisation_id, { account: { id: randomUUID(), username: `user ${n}` } }));
  const [first] = people;
  if (first === undefined) throw new Error('no person');
  const ids = (await events.list(first)).results.map(({ id }) => id);
  expect(ids).toHaveLength(LINES);
  const refused: number[] = [];
  await Promise.all(
    people.map(async (person, nth) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const status = (round + nth) % 2 === 0 ? 'in_progress' : 'fixed';
        const id = ids[(round * 5 + nth * 3) % LINES] ?? '';
        const answer =
          nth === 0
            ? await events.call(person, 'POST', changeManyStatuses.path, { events: [...ids].reverse(), status })
            : await events.call(person, 'POST', changeOneStatus.path.replace('{id}', id), { status, same_file: true });
        if (answer.statusCode !== 200) refused.push(answer.statusCode);
      }
    }),
  );
  await events.close();
  const deadlocks = await countDeadlocks(environment.databaseUrl);
  await environment.drop();
  expect({ refused, deadlocks }).toEqual({ refused: [], deadlocks: 0 });
});
