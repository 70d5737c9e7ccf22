import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { blacklistRuleEvents } from '@leakwatch/contracts';
import type { Caller } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import { openEvents } from '../events.fixture.ts';
import { addRule, makeBlacklister, OWNER_RULE, repository, toldChanges } from './blacklist.fixture.ts';

let events: Awaited<ReturnType<typeof openEvents>>;
beforeAll(async () => {
  events = await openEvents();
});
afterAll(() => events?.close());

/** A rule that matches three stored events. */
async function begin() {
  const owner = await makeBlacklister(events);
  await events.find(owner.of, ['a', 'b', 'c'], { container: repository('evil', 'shop') });
  const rule = await addRule(events, owner.user);
  const send = (caller: Caller, key: string, id = rule) =>
    events.call(caller, 'POST', `/api/rules/${id}/blacklist_events/`, { idempotency_key: key });
  const apply = async (key: string) => blacklistRuleEvents.answer.parse((await send(owner.user, key)).json());
  const statuses = async () => (await events.list(owner.user)).results.map(({ status }) => status);
  return { owner, send, apply, statuses };
}

it('a rule that is applied again with the id of the lost answer is applied once, and the second answer undoes it', async () => {
  const { owner, apply, statuses } = await begin();
  const key = randomUUID();
  const [made, beside] = await Promise.all([apply(key), apply(key)]);
  expect(made).toMatchObject({ count: 3, batch: expect.any(String), left: 0 });
  expect(beside).toEqual(made);
  expect(await apply(key)).toEqual(made);
  expect((await toldChanges(events, owner.of.organisation_id)).filter(({ to }) => to === 'blacklist')).toHaveLength(3);
  expect((await events.call(owner.user, 'POST', '/api/events/undo_status/', { batch: made.batch ?? '' })).json()).toEqual({ restored: 3 });
  expect(await apply(key)).toEqual(made);
  expect(await statuses()).toEqual(['open', 'open', 'open']);
  expect((await apply(randomUUID())).count).toBe(3);
});

it('where nothing matched, the answer is the same as well', async () => {
  const { owner, apply } = await begin();
  await apply(randomUUID());
  const key = randomUUID();
  expect(await apply(key)).toEqual({ count: 0, batch: null, left: 0 });
  await events.find(owner.of, ['d'], { container: repository('Evil', 'other') });
  expect(await apply(key)).toEqual({ count: 0, batch: null, left: 0 });
});

it('the id is refused with another rule, and is nothing to another person', async () => {
  const { owner, send, apply } = await begin();
  const other = await addRule(events, owner.user, { ...OWNER_RULE, rule_owner: 'worse' });
  const key = randomUUID();
  await apply(key);
  const refused = await send(owner.user, key, other);
  expect([refused.statusCode, refused.json()]).toEqual([409, expect.objectContaining({ code: 'idempotency_key_reused' })]);
  const colleague = testCaller(owner.of.organisation_id);
  expect((await send(colleague, key)).json()).toEqual({ count: 0, batch: null, left: 0 });
  const stranger = await makeBlacklister(events);
  expect((await send(stranger.user, key)).statusCode).toBe(404);
});
