import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { listWebhookDeliveries, replayGivenUpDeliveries } from '@leakwatch/contracts';
import { sql } from '@leakwatch/platform';
import { waitUntil } from '@leakwatch/testing';
import type { Person } from '../fixtures/person.fixture.ts';
import { RESEND_MAX } from './delivery.store.ts';
import { openWebhookStage } from './webhooks.fixture.ts';

const { webhooks, receiver, arrived, logged, refusal } = await openWebhookStage();

const path = (id: string) => `${id}/deliveries/replay/`;
const replay = async (person: Person, id: string) => {
  const { status, answer } = await person.call('POST', `/api/webhooks/${path(id)}`);
  return { status, ...replayGivenUpDeliveries.answer.parse(answer) };
};
const page = async (person: Person, id: string, query = '') =>
  listWebhookDeliveries.answer.parse((await person.call('GET', `/api/webhooks/${id}/deliveries/?limit=100${query}`)).answer);

/** Changes of `event` that were given up, each a minute after the one before. */
const giveUp = (webhook: string, organisation: string, event: string, count: number, fault = 'webhook_disabled') =>
  webhooks.sql(sql`
    insert into admin.webhook_delivery (id, webhook_id, organisation_id, kind, event_id, from_status, to_status, at, status, due, give_up_at, fault)
    select gen_random_uuid(), ${webhook}::uuid, ${organisation}::uuid, 'event.status_changed', ${event}::uuid, 'open', 'fixed',
      now() - interval '1 day' + make_interval(mins => n), 'failed', null, now(), ${fault}
    from generate_series(1, ${count}::int) n`);

/** A person with a webhook to the receiver and an event that was delivered. */
async function begin() {
  const { person, of } = await webhooks.person();
  const { webhook } = await webhooks.create(person, receiver.url);
  await webhooks.events.find(of, ['a.env']);
  const { event } = await logged(person, webhook.id, ({ status }) => status === 'delivered');
  if (event === null) throw new Error('a delivery without an event');
  receiver.received.length = 0;
  return { person, of, id: webhook.id, event };
}

describe('what a webhook has given up', () => {
  it('is sent again with one call: the changes of an event one after another, also when some fail at first', async () => {
    const { person, of, id, event } = await begin();
    await giveUp(id, of.organisation_id, event, 12);
    const [{ ids } = { ids: [] }] = await webhooks.sql(
      sql<{
        ids: string[];
      }>`select array_agg(id order by at) as ids from admin.webhook_delivery where webhook_id = ${id} and status = 'failed'`,
    );
    let open = 0;
    let most = 0;
    const taken: string[] = [];
    receiver.state.answer = (response, { headers }) => {
      most = Math.max(most, ++open);
      setImmediate(() => {
        open--;
        const isFailure = receiver.received.length === 4;
        if (!isFailure) taken.push(String(headers['leakwatch-delivery']));
        response.writeHead(isFailure ? 503 : 200).end();
      });
    };
    expect((await page(person, id)).given_up).toBe(12);
    expect(await replay(person, id)).toEqual({ status: 200, queued: 12, left: 0 });
    await waitUntil(
      'all',
      async () => {
        await webhooks.sql(sql`update admin.webhook set held_until = null where id = ${id}`);
        // The one that failed alone waits for its next attempt: the others wait for it.
        await webhooks.sql(
          sql`update admin.webhook_delivery set due = now() where webhook_id = ${id} and status = 'pending' and claimed_until is null`,
        );
        return (await page(person, id, '&status=delivered')).count === 13;
      },
      60_000,
    );
    expect(taken).toEqual(ids);
    expect(most).toBe(1);
    const records = await webhooks.sql(
      sql`select detail from admin.audit where kind = 'webhook_replayed' and detail ->> 'webhook' = ${id}`,
    );
    expect(records).toEqual([{ detail: { webhook: id, count: '12' } }]);
  });

  it('is queued once, whoever asks again while it waits; a later change of its event waits behind it', async () => {
    const { person, of, id, event } = await begin();
    await giveUp(id, of.organisation_id, event, 3);
    const answers: (() => void)[] = [];
    receiver.state.answer = (response) => void answers.push(() => void response.end('ok'));
    const all = await Promise.all([replay(person, id), replay(person, id)]);
    expect(all.map(({ queued }) => queued).toSorted()).toEqual([0, 3]);
    await arrived(1);
    expect(await replay(person, id)).toEqual({ status: 200, queued: 0, left: 0 });
    // Another event goes on; a new change of this one does not overtake.
    await webhooks.sql(sql`
      insert into admin.webhook_delivery (id, webhook_id, organisation_id, kind, event_id, from_status, to_status, at, give_up_at, due)
      values (gen_random_uuid(), ${id}, ${of.organisation_id}, 'event.status_changed', ${event}, 'fixed', 'open', now(), now() + interval '1 day',
        now() - interval '1 hour')`);
    await webhooks.events.find(of, ['b.env']);
    await arrived(2);
    expect(receiver.received.map(({ body }) => JSON.parse(body).event.id === event)).toEqual([true, false]);
    receiver.state.answer = (response) => void response.end('ok');
    for (const answer of answers) answer();
    await waitUntil('all', async () => (await page(person, id, '&status=delivered')).count === 6, 30_000);
    expect(JSON.parse(receiver.received.at(-1)?.body ?? '').change).toEqual({ from: 'fixed', to: 'open' });
    const [{ count } = { count: 0 }] = await webhooks.sql(
      sql<{
        count: number;
      }>`select count(*)::int as count from admin.audit where kind = 'webhook_replayed' and detail ->> 'webhook' = ${id}`,
    );
    expect(count).toBe(1);
  });

  it('leaves out tests and deleted events, is refused while disabled, and is nothing to others', async () => {
    const { person, of, id, event } = await begin();
    const stranger = await webhooks.person();
    await giveUp(id, of.organisation_id, randomUUID(), 2, 'event_deleted');
    await webhooks.sql(sql`
      insert into admin.webhook_delivery (id, webhook_id, organisation_id, kind, at, status, due, give_up_at, fault)
      values (gen_random_uuid(), ${id}, ${of.organisation_id}, 'test', now(), 'failed', null, now(), 'timeout')`);
    expect(await page(person, id)).toMatchObject({ count: 4, given_up: 0 });
    expect(await replay(person, id)).toEqual({ status: 200, queued: 0, left: 0 });
    await giveUp(id, of.organisation_id, event, 1);
    expect(await page(person, id, '&status=failed')).toMatchObject({ count: 4, given_up: 1 });
    expect(await refusal(stranger.person, 'POST', path(id))).toMatchObject({ status: 404, code: 'not_found' });
    await person.call('PATCH', `/api/webhooks/${id}/`, { active: false });
    expect(await refusal(person, 'POST', path(id))).toMatchObject({ status: 409, code: 'webhook_inactive' });
    expect((await page(person, id)).given_up).toBe(1);
    await person.call('PATCH', `/api/webhooks/${id}/`, { active: true });
    expect(await replay(person, id)).toMatchObject({ queued: 1, left: 0 });
    await waitUntil('it', async () => (await page(person, id, '&status=delivered')).count === 2, 30_000);
  });

  it('is sent as far as there is room beside what waits, the oldest first, so that new deliveries do not disable the webhook', async () => {
    const { person, of, id, event } = await begin();
    receiver.state.answer = (response) => void response.writeHead(503).end();
    await giveUp(id, of.organisation_id, event, RESEND_MAX + 5);
    expect(await replay(person, id)).toEqual({ status: 200, queued: RESEND_MAX, left: 5 });
    expect(await replay(person, id)).toMatchObject({ queued: 0, left: 5 });
    const [{ later } = { later: false }] = await webhooks.sql(sql<{ later: boolean }>`
      select min(at) filter (where status = 'failed') > max(at) filter (where status = 'pending') as later
      from admin.webhook_delivery where webhook_id = ${id}`);
    expect(later).toBe(true);
    await logged(person, id, () => true);
    await webhooks.events.find(of, ['c.env']);
    await webhooks.settled();
    expect((await webhooks.list(person))[0]?.active).toBe(true);
  });
});

describe('a delivery whose body cannot be made', () => {
  it('is tried again for a day and then given up, without a failure of the receiver and without holding up others', async () => {
    const { person, of, id } = await begin();
    // The signature cannot be made of a secret that cannot be opened.
    await webhooks.sql(sql`update admin.webhook set secret = 'broken'::bytea where id = ${id}`);
    await webhooks.events.find(of, ['b.env']);
    const failed = await logged(person, id, ({ fault }) => fault === 'body_failed');
    expect(failed).toMatchObject({ status: 'pending', attempts: 1, next_attempt: expect.any(String) });
    expect((await webhooks.list(person))[0]).toMatchObject({ active: true, failures: 0 });
    await webhooks.sql(sql`update admin.webhook_delivery set give_up_at = now() where id = ${failed.id}`);
    await webhooks.retryNow();
    expect(await logged(person, id, ({ status }) => status === 'failed')).toMatchObject({ fault: 'body_failed', next_attempt: null });
    expect(receiver.received).toEqual([]);
    expect((await page(person, id)).given_up).toBe(1);
  });
});
