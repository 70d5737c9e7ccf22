import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { listWebhookDeliveries } from '@leakwatch/contracts';
import { sql } from '@leakwatch/platform';
import { waitUntil } from '@leakwatch/testing';
import type { Person } from '../fixtures/person.fixture.ts';
import { openWebhookStage } from './webhooks.fixture.ts';

const { webhooks, receiver, arrived } = await openWebhookStage();

/** Answers that the receiver holds back, in the order in which their deliveries arrived. */
const held: ServerResponse[] = [];
beforeEach(() => {
  held.length = 0;
});
const hold = () => {
  receiver.state.answer = (response) => void held.push(response);
};
const answerNext = () => held.shift()?.end('ok');
const answerAll = () => {
  receiver.state.answer = (response) => void response.end('ok');
  for (const response of held.splice(0)) response.end('ok');
};

const received = () =>
  receiver.received.map(({ path, body }) => {
    const { type, event } = JSON.parse(body) as { type: string; event: { id: string; file_path: string; status: string } };
    return { to: path, type, file: event.file_path, status: event.status };
  });
const files = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}-${index}.env`);
const deliveredCount = async (person: Person, id: string) =>
  listWebhookDeliveries.answer.parse((await person.call('GET', `/api/webhooks/${id}/deliveries/?limit=1&status=delivered`)).answer).count;

/** Webhooks whose deliveries, one for each file, were given up. */
async function begin(names: readonly string[], backlog: readonly string[]) {
  const { person, of } = await webhooks.person();
  const ids: string[] = [];
  for (const name of names) ids.push((await webhooks.create(person, `${receiver.url}&to=${name}`)).webhook.id);
  await webhooks.events.find(of, [...backlog]);
  for (const id of ids) await waitUntil('the backlog', async () => (await deliveredCount(person, id)) === backlog.length, 30_000);
  await webhooks.sql(
    sql`update admin.webhook_delivery set status = 'failed', due = null, fault = 'webhook_disabled' where webhook_id = any(${ids}::uuid[])`,
  );
  receiver.received.length = 0;
  hold();
  const replay = (id: string) => person.call('POST', `/api/webhooks/${id}/deliveries/replay/`);
  return { person, of, ids, replay };
}

describe('while everything that was given up is sent again', () => {
  it('new deliveries go first, and the others go on', async () => {
    const { person, of, ids, replay } = await begin(['one'], files('old', 30));
    const [id = ''] = ids;
    await replay(id);
    await arrived(4);
    await webhooks.events.find(of, files('new', 8));
    await webhooks.settled();
    for (let count = 5; count <= 4 + 12; count++) {
      answerNext();
      await arrived(count);
    }
    const order = received().slice(4);
    expect(order[0]?.file).toMatch(/^new/);
    expect(order.filter(({ file }) => file.startsWith('new'))).toHaveLength(8);
    const last = order.findLastIndex(({ file }) => file.startsWith('new'));
    expect(order.slice(0, last).some(({ file }) => file.startsWith('old'))).toBe(true);
    answerAll();
    await waitUntil('all', async () => (await deliveredCount(person, id)) === 38, 30_000);
  });

  it('a new change of an event that waits among them goes first too, behind the earlier ones of its event', async () => {
    const { person, ids, replay } = await begin(['one'], files('old', 30));
    const [id = ''] = ids;
    await replay(id);
    await arrived(4);
    // The last in line.
    const [found] = await webhooks.sql(
      sql<{
        event_id: string;
      }>`select event_id from admin.webhook_delivery where webhook_id = ${id} and claimed_until is null and status = 'pending'
        order by due desc limit 1`,
    );
    const { events } = webhooks;
    const { file_path: file } = (await events.list(person.caller)).results.find((one) => one.id === found?.event_id) ?? {};
    await events.call(person.caller, 'POST', `/api/events/${found?.event_id}/change_status/`, { status: 'fixed' });
    await webhooks.settled();
    for (let count = 5; count <= 9; count++) {
      answerNext();
      await arrived(count);
    }
    const order = received().slice(4);
    expect(order.flatMap((one) => (one.file === file ? [one.type] : []))).toEqual(['event.created', 'event.status_changed']);
    answerAll();
    await waitUntil('all', async () => (await deliveredCount(person, id)) === 31, 30_000);
  });

  it('another webhook of the organisation does not wait, also when two resend at once', async () => {
    const { of, ids, replay, person } = await begin(['a', 'b', 'c'], files('old', 20));
    const [a = '', b = '', c = ''] = ids;
    await Promise.all([replay(a), replay(b)]);
    await arrived(8);
    await webhooks.events.find(of, ['new.env']);
    await webhooks.settled();
    for (let count = 9; count <= 12; count++) {
      answerNext();
      await arrived(count);
    }
    expect(received().some(({ to }) => to.endsWith('to=c'))).toBe(true);
    answerAll();
    await waitUntil('all', async () => (await deliveredCount(person, c)) === 1, 30_000);
  });
});
