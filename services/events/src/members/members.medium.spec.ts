import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type MemberChange, memberChangesV1 } from '@leakwatch/contracts';
import { CONSUMER, organisationScope, outgoing, type Scope } from '@leakwatch/platform';
import fc from 'fast-check';
import { tables } from '../entities.ts';
import { openEvents } from '../events.fixture.ts';
import { keepMember } from './member.store.ts';

let events: Awaited<ReturnType<typeof openEvents>>;
beforeAll(async () => {
  events = await openEvents();
});
afterAll(() => events?.close());

const within = (scope: Scope) =>
  events.foundation.database.inScope(scope, (em) => tables(em).selectFrom('events.member').select(['account_id', 'name']).execute());

it('keeps a copy that only the organisation of the member sees', async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  const account_id = randomUUID();
  const publish = async (change: Omit<MemberChange, 'account_id'>) => {
    await events.publish([outgoing(memberChangesV1, { account_id, ...change })]);
    await events.settled();
  };
  await publish({ version: 1, organisation_id: one, name: 'irina' });
  expect(await within(organisationScope(one))).toEqual([{ account_id, name: 'irina' }]);
  expect(await within(organisationScope(other))).toEqual([]);
  await publish({ version: 2, organisation_id: other, name: 'irina' });
  expect([await within(organisationScope(one)), await within(organisationScope(other))]).toEqual([[], [{ account_id, name: 'irina' }]]);
  await publish({ version: 3, organisation_id: null, name: '' });
  expect([await within(organisationScope(one)), await within(organisationScope(other))]).toEqual([[], []]);
});

it('in whatever order and however often messages come, the newest one stays', async () => {
  const organisations = [randomUUID(), randomUUID(), null];
  const versions = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(versions, fc.array(fc.nat(), { maxLength: 9 }), async (order, repeated) => {
      const account_id = randomUUID();
      const sent = [...order, ...repeated.map((at) => order[at % order.length] ?? 1)];
      for (const version of sent)
        await events.foundation.database.inScope(CONSUMER, (em) =>
          keepMember(em, { account_id, version, organisation_id: organisations[version % 3] ?? null, name: `n${version}` }),
        );
      const kept = await events.foundation.database.inScope(CONSUMER, (em) =>
        tables(em).selectFrom('events.member').selectAll().where('account_id', '=', account_id).executeTakeFirstOrThrow(),
      );
      const newest = Math.max(...order);
      const organisation_id = organisations[newest % 3] ?? null;
      // A departed member keeps its name.
      const name = organisation_id === null ? kept.name : `n${newest}`;
      expect(kept).toEqual({ account_id, version: newest, organisation_id, name });
    }),
    { numRuns: 40 },
  );
});
