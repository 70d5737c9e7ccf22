import { describe, expect, it } from '@jest/globals';
import { webhookDelivery } from '@leakwatch/contracts';
import { sql } from '@leakwatch/platform';
import { waitUntil } from '@leakwatch/testing';
import { type Receiver } from './receiver.fixture.ts';
import { openWebhookStage } from './webhooks.fixture.ts';

const { webhooks, receiver, arrived, logged, refusal } = await openWebhookStage();

describe('deliveries to a receiver that fails', () => {
  it('are tried again with the same id until the receiver takes them', async () => {
    const { person, of } = await webhooks.person();
    const { webhook } = await webhooks.create(person, receiver.url);
    receiver.state.answer = (response) => void response.writeHead(503).end('later');
    await webhooks.events.find(of, ['a.env']);
    await arrived(1);
    const failed = await logged(person, webhook.id, ({ response_status: status }) => status === 503);
    expect(failed).toMatchObject({ status: 'pending', attempts: 1, response_excerpt: 'later', next_attempt: expect.any(String) });
    expect((await webhooks.list(person))[0]).toMatchObject({ failures: 1, active: true });
    receiver.state.answer = (response) => void response.writeHead(204).end();
    await webhooks.retryNow();
    await logged(person, webhook.id, ({ status, attempts }) => status === 'delivered' && attempts === 2);
    const [one, two] = receiver.received.map(({ headers }) => headers['leakwatch-delivery']);
    expect(one).toBe(two);
    expect((await webhooks.list(person))[0]).toMatchObject({ failures: 0, last_delivered: expect.any(String) });
  });

  it('wait for a receiver that fails rather than ask it for each delivery', async () => {
    const { person, of } = await webhooks.person();
    const { webhook } = await webhooks.create(person, receiver.url);
    receiver.state.answer = (response) => void response.writeHead(500).end();
    const paths = Array.from({ length: 40 }, (_, n) => `file-${n}`);
    await webhooks.events.find(of, paths);
    await logged(person, webhook.id, ({ attempts }) => attempts === 1);
    await webhooks.settled();
    expect((await webhooks.log(person, webhook.id)).filter(({ status }) => status === 'pending')).toHaveLength(paths.length);
    const [{ attempts } = { attempts: 0 }] = await webhooks.sql(
      sql<{ attempts: number }>`select sum(attempts)::int as attempts from admin.webhook_delivery where webhook_id = ${webhook.id}`,
    );
    // As many as were under way together.
    expect(attempts).toBeLessThanOrEqual(4);
    receiver.state.answer = (response) => void response.end();
    await webhooks.retryNow();
    await waitUntil('all', async () => (await webhooks.log(person, webhook.id)).every(({ status }) => status === 'delivered'), 30_000);
  });

  it('are disabled after failing for long: what waits is given up, the organisation is notified once, a person enables them again', async () => {
    const { person, of } = await webhooks.person();
    const { webhook } = await webhooks.create(person, receiver.url);
    receiver.state.answer = (response) => void response.writeHead(410).end();
    await webhooks.sql(sql`update admin.webhook set failures = 12, failing_since = now() - interval '5 hours' where id = ${webhook.id}`);
    await webhooks.events.find(of, ['a.env']);
    await logged(person, webhook.id, ({ attempts }) => attempts === 1);
    expect((await webhooks.list(person))[0]?.active).toBe(true);
    await webhooks.sql(sql`update admin.webhook set failing_since = now() - interval '7 hours' where id = ${webhook.id}`);
    await webhooks.retryNow();
    await waitUntil('disabled', async () => (await webhooks.list(person))[0]?.active === false);
    expect((await webhooks.list(person))[0]?.disabled_reason).toBe('failing');
    expect((await webhooks.log(person, webhook.id))[0]).toMatchObject({ status: 'failed', fault: 'webhook_disabled', next_attempt: null });
    const notifications = (await person.call('GET', '/api/notifications/')).answer['results'];
    expect(notifications).toEqual([expect.objectContaining({ kind: 'webhook_disabled', title: expect.stringContaining(webhook.address) })]);
    expect(await refusal(person, 'POST', `${webhook.id}/test/`)).toMatchObject({ status: 409, code: 'webhook_inactive' });
    await webhooks.events.find(of, ['b.env']);
    await webhooks.settled();
    expect(await webhooks.log(person, webhook.id)).toHaveLength(1);
    receiver.state.answer = (response) => void response.end();
    const enabled = await person.call('PATCH', `/api/webhooks/${webhook.id}/`, { active: true });
    expect(enabled.answer).toMatchObject({ active: true, failures: 0, disabled_reason: null });
    const [lost] = await webhooks.log(person, webhook.id);
    await person.call('POST', `/api/webhooks/${webhook.id}/deliveries/${lost?.id}/replay/`);
    await logged(person, webhook.id, ({ id, status }) => id === lost?.id && status === 'delivered');
    expect(receiver.received.at(-1)?.headers['leakwatch-delivery']).toBe(lost?.id);
  });

  it('go to a new address at once, which begins without the failures of the old one, also of an attempt that was under way', async () => {
    const { person, of } = await webhooks.person();
    const { webhook } = await webhooks.create(person, `${receiver.url}&old`);
    const under: (() => void)[] = [];
    const fails: Receiver['state']['answer'] = (response) => void response.writeHead(503).end();
    receiver.state.answer = fails;
    await webhooks.events.find(of, ['a.env', 'b.env']);
    await webhooks.settled();
    await waitUntil('both', async () => {
      await webhooks.retryNow();
      return (await webhooks.log(person, webhook.id)).every(({ attempts, response_status: status }) => attempts > 0 && status === 503);
    });
    // Both wait for hours, and none is under way any more, before one is while the address is changed.
    const waitLong = sql`update admin.webhook_delivery set due = now() + interval '8 hours'
      where webhook_id = ${webhook.id} and claimed_until is null returning id`;
    await waitUntil('both to wait', async () => (await webhooks.sql(waitLong)).length === 2);
    await webhooks.sql(
      sql`update admin.webhook set failures = 20, failing_since = now() - interval '7 hours', held_until = null where id = ${webhook.id}`,
    );
    receiver.state.answer = (response, { path }) => void under.push(() => void response.writeHead(path.includes('old') ? 503 : 500).end());
    const [first, second] = await webhooks.log(person, webhook.id);
    await person.call('POST', `/api/webhooks/${webhook.id}/deliveries/${first?.id}/replay/`);
    await waitUntil('one under way', async () => under.length === 1);
    const changed = await person.call('PATCH', `/api/webhooks/${webhook.id}/`, { url: `${receiver.url}&new` });
    expect(changed.answer).toMatchObject({ active: true, failures: 0 });
    await waitUntil('the other one at the new address', async () => under.length === 2);
    expect(receiver.received.at(-1)).toMatchObject({ path: expect.stringContaining('new'), headers: { 'leakwatch-delivery': second?.id } });
    receiver.state.answer = (response) => void response.end('ok');
    under[0]?.();
    await logged(person, webhook.id, ({ id, status }) => id === first?.id && status === 'delivered');
    expect(receiver.received.at(-1)?.path).toContain('new');
    under[1]?.();
    await logged(person, webhook.id, ({ id, response_status: status }) => id === second?.id && status === 500);
    expect((await webhooks.list(person))[0]).toMatchObject({ active: true, failures: 1 });
  });

  it('that are asked for again while they are under way are sent once, and tried again when that attempt fails', async () => {
    const { person, of } = await webhooks.person();
    const { webhook } = await webhooks.create(person, receiver.url);
    await webhooks.events.find(of, ['a.env']);
    const { id } = await logged(person, webhook.id, ({ status }) => status === 'delivered');
    const replay = () => person.call('POST', `/api/webhooks/${webhook.id}/deliveries/${id}/replay/`);
    let answer = (): void => undefined;
    receiver.state.answer = (response) => void (answer = () => void response.writeHead(503).end());
    expect((await replay()).status).toBe(200);
    await arrived(2);
    const [second, third] = await Promise.all([replay(), replay()]);
    expect([second.answer, third.answer]).toEqual([0, 1].map(() => expect.objectContaining({ id, status: 'pending', attempts: 1 })));
    // Other deliveries overtake the one that is under way: what had to be sent was sent by then.
    await webhooks.events.find(of, ['b.env']);
    const first = answer;
    await arrived(3);
    expect(receiver.received.map(({ headers }) => headers['leakwatch-delivery'] === id)).toEqual([true, true, false]);
    first();
    expect(await logged(person, webhook.id, (one) => one.id === id && one.response_status === 503)).toMatchObject({
      status: 'pending',
      attempts: 1,
    });
    receiver.state.answer = (response) => void response.end('ok');
    answer();
    // Its failure holds the webhook too; the replay ends the hold.
    await logged(person, webhook.id, (one) => one.id !== id && one.response_status === 503);
    await replay();
    await logged(person, webhook.id, (one) => one.id === id && one.status === 'delivered');
  });

  it('are given up after a day', async () => {
    const { person, of } = await webhooks.person();
    const { webhook } = await webhooks.create(person, receiver.url);
    receiver.state.answer = (response) => void response.writeHead(500).end();
    await webhooks.events.find(of, ['a.env']);
    await logged(person, webhook.id, ({ attempts }) => attempts === 1);
    await webhooks.sql(sql`update admin.webhook_delivery set give_up_at = now() where webhook_id = ${webhook.id}`);
    await webhooks.retryNow();
    await logged(person, webhook.id, ({ status, attempts }) => status === 'failed' && attempts === 2);
  });

  it('read a bounded answer, follow no redirect, and survive hostile receivers', async () => {
    const { person } = await webhooks.person();
    const { webhook } = await webhooks.create(person, receiver.url);
    const outcome = async (answer: Receiver['state']['answer']) => {
      receiver.state.answer = answer;
      const { id } = webhookDelivery.parse((await person.call('POST', `/api/webhooks/${webhook.id}/test/`)).answer);
      return logged(person, webhook.id, (one) => one.id === id && one.status !== 'pending');
    };
    const moved = await outcome((response) => void response.writeHead(302, { location: `${receiver.url}&moved` }).end('go there'));
    expect(moved).toMatchObject({ status: 'failed', response_status: 302 });
    expect(receiver.received.some(({ path }) => path.includes('moved'))).toBe(false);
    const endless = await outcome((response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write('\u0000я'.repeat(20_000)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    expect(endless.status).toBe('delivered');
    expect(endless.response_excerpt.length).toBeLessThanOrEqual(1_024);
    expect((await outcome((response) => void response.destroy())).fault).toBe('connection_failed');
    expect((await outcome((response) => void response.socket?.end('HTTP/1.1 abc\r\n\r\n'))).fault).toBe('connection_failed');
    const cut = await outcome((response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('half', () => response.destroy());
    });
    expect(cut).toMatchObject({ status: 'delivered', response_excerpt: 'half' });
    // Says nothing at all: ten seconds.
    expect((await outcome(() => undefined)).fault).toBe('timeout');
    expect((await webhooks.list(person))[0]).toMatchObject({ failures: 0, active: true });
  });

  it('to one receiver do not wait for another one of the same organisation that does not answer', async () => {
    const { person, of } = await webhooks.person();
    const held: (() => void)[] = [];
    receiver.state.answer = (response, { path }) => {
      if (path.includes('slow')) held.push(() => void response.end());
      else response.end();
    };
    const slow = await webhooks.create(person, `${receiver.url}&slow`);
    await webhooks.events.find(
      of,
      Array.from({ length: 30 }, (_, n) => `slow-${n}`),
    );
    await waitUntil('the slow ones', async () => held.length > 0);
    const { webhook } = await webhooks.create(person, receiver.url);
    await webhooks.events.find(of, ['quick']);
    await logged(person, webhook.id, ({ status }) => status === 'delivered');
    // The slow receiver has not answered yet, nor has an attempt ended by itself.
    expect((await webhooks.list(person)).find(({ id }) => id === slow.webhook.id)).toMatchObject({ failures: 0 });
    expect(receiver.received.filter(({ path }) => path.includes('slow')).length).toBeLessThanOrEqual(4);
    receiver.state.answer = (response) => void response.end();
    for (const answer of held) answer();
  });

  it('of one organisation do not wait for the receiver of another', async () => {
    const slow = await webhooks.person();
    const quick = await webhooks.person();
    const held: (() => void)[] = [];
    receiver.state.answer = (response, { body }) => {
      if (JSON.parse(body).organisation === slow.of.organisation_id) held.push(() => void response.end());
      else response.end();
    };
    await webhooks.create(slow.person, receiver.url);
    const { webhook } = await webhooks.create(quick.person, receiver.url);
    await webhooks.events.find(
      slow.of,
      Array.from({ length: 30 }, (_, n) => `slow-${n}`),
    );
    await waitUntil('the slow ones', async () => held.length > 0);
    await webhooks.events.find(quick.of, ['quick']);
    // The slow receiver has not answered yet.
    await logged(quick.person, webhook.id, ({ status }) => status === 'delivered');
    receiver.state.answer = (response) => void response.end();
    for (const answer of held) answer();
  });
});
