import { describe, expect, it } from '@jest/globals';
import { createWebhook } from '@leakwatch/contracts';
import { sql } from '@leakwatch/platform';
import type { Person } from '../fixtures/person.fixture.ts';
import { openWebhookStage } from './webhooks.fixture.ts';

const { webhooks, receiver } = await openWebhookStage();

const body = () => ({ url: receiver.url, events: ['event.created', 'event.status_changed'], format: 'plain' });
const post = async (person: Person, change: object = {}, organisation = person.organisation) => {
  const { status, answer } = await person.call('POST', '/api/webhooks/', { ...body(), ...change }, { organisation });
  expect(status).toBe(200);
  return createWebhook.answer.parse(answer);
};
const count = async (person: Person) => (await webhooks.list(person)).length;

describe('a creation that is sent again, as when no answer came,', () => {
  it('answers the webhook that is there with its secret, also at once and at the limit', async () => {
    const { person } = await webhooks.person();
    const [first, second] = await Promise.all([post(person), post(person)]);
    expect(second).toEqual(first);
    for (const path of ['b', 'c', 'd', 'e']) await post(person, { url: `${receiver.url}${path}` });
    // The order of the events says nothing.
    expect(await post(person, { events: body().events.toReversed() })).toEqual(first);
    expect(await count(person)).toBe(5);
    const audit = await webhooks.sql(
      sql`select 1 from admin.audit where kind = 'webhook_created' and organisation_id = ${person.organisation}`,
    );
    expect(audit).toHaveLength(5);
  });

  it('makes another one for other events, another body, another address or another person', async () => {
    const { person } = await webhooks.person();
    const { person: colleague } = await webhooks.person();
    const first = await post(person);
    for (const change of [{ events: ['event.created'] }, { format: 'slack' }, { url: `${receiver.url}?b` }])
      expect((await post(person, change)).webhook.id).not.toBe(first.webhook.id);
    const other = await post(colleague, {}, person.organisation);
    expect(other.webhook.id).not.toBe(first.webhook.id);
    expect(other.secret).not.toBe(first.secret);
    expect(await count(person)).toBe(5);
  });

  it.each([
    ['a new secret', 'POST', 'rotate/', undefined],
    ['a change', 'PATCH', '', { events: ['event.created'] }],
    ['a stop', 'PATCH', '', { active: false }],
  ] as const)('makes another one after %s', async (_, method, path, change) => {
    const { person } = await webhooks.person();
    const first = await post(person);
    await person.call(method, `/api/webhooks/${first.webhook.id}/${path}`, change);
    if (method === 'PATCH' && path === '' && 'events' in change) await person.call('PATCH', `/api/webhooks/${first.webhook.id}/`, body());
    expect((await post(person)).secret).not.toBe(first.secret);
    expect(await count(person)).toBe(2);
  });

  it('makes another one after ten minutes', async () => {
    const { person } = await webhooks.person();
    const first = await post(person);
    await webhooks.sql(sql`update admin.webhook set created = created - interval '11 minutes' where id = ${first.webhook.id}`);
    expect((await post(person)).webhook.id).not.toBe(first.webhook.id);
  });
});
