import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { sql } from '@leakwatch/platform';
import { waitUntil } from '@leakwatch/testing';
import { makeFinding } from '../../../events/src/intake/findings.fixture.ts';
import { type Received, startReceiver } from './receiver.fixture.ts';
import { openWebhookStage, openWebhooks, type Webhooks } from './webhooks.fixture.ts';

const DAY_MS = 86_400_000;

/** As docs/behaviour/webhooks.md specifies for receivers. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const [time = '', ...signatures] = String(headers['leakwatch-signature']).split(',');
  const wanted = `v1=${createHmac('sha256', secret)
    .update(`${time.slice(2)}.${body}`)
    .digest('hex')}`;
  return signatures.includes(wanted);
}

const { webhooks, receiver, arrived, logged, refusal } = await openWebhookStage();

describe('webhooks', () => {
  it('send new events and status changes of their organisation, signed, once, and without unmasked values', async () => {
    const { person, of } = await webhooks.person();
    const other = await webhooks.person();
    const { webhook, secret } = await webhooks.create(person, receiver.url);
    expect(webhook).toMatchObject({ address: new URL(receiver.url).origin, active: true });
    const text = 'aws_access_key_id = AKIAQ3EGRZ7N5JP2KVWD';
    const excerpt = { ...makeFinding({ organisation_id: of.organisation_id, task_id: of.task_id }).excerpt, text, highlights: [] };
    await webhooks.events.find(other.of, ['theirs']);
    await webhooks.events.find(of, ['keys.env'], { excerpt });
    await arrived(1);
    const [first] = receiver.received;
    if (first === undefined) throw new Error('nothing');
    expect(isSigned(first, secret)).toBe(true);
    expect(isSigned({ ...first, body: `${first.body} ` }, secret)).toBe(false);
    expect(first.headers['leakwatch-event']).toBe('event.created');
    expect(first.headers['leakwatch-timestamp']).toMatch(/^\d{10}$/);
    const body = JSON.parse(first.body);
    expect(body).toMatchObject({
      id: first.headers['leakwatch-delivery'],
      type: 'event.created',
      organisation: of.organisation_id,
      change: null,
      event: { file_path: 'keys.env', status: 'open' },
    });
    expect(first.body).not.toContain('AKIAQ3EGRZ7N5JP2KVWD');
    expect(body.event).not.toHaveProperty('content');
    const user = { ...person.caller };
    await webhooks.events.call(user, 'POST', `/api/events/${body.event.id}/change_status/`, { status: 'fixed' });
    await arrived(2);
    expect(JSON.parse(receiver.received[1]?.body ?? '')).toMatchObject({
      type: 'event.status_changed',
      change: { from: 'open', to: 'fixed' },
    });
    const found = await logged(person, webhook.id, ({ kind, status }) => kind === 'event.status_changed' && status === 'delivered');
    expect(found).toMatchObject({
      attempts: 1,
      response_status: 200,
      response_excerpt: 'ok',
      next_attempt: null,
      fault: null,
      from: 'open',
      to: 'fixed',
    });
    expect(await webhooks.log(person, webhook.id)).toHaveLength(2);
    expect(receiver.received).toHaveLength(2);
  });

  it('send only what was chosen, in the shape that was chosen', async () => {
    const { person, of } = await webhooks.person();
    await webhooks.create(person, receiver.url, 'slack', ['event.status_changed']);
    await webhooks.create(person, receiver.url, 'ocsf', ['event.created']);
    await webhooks.events.find(of, ['a.env']);
    await arrived(1);
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ class_uid: 2004, type_uid: 200_401, time: expect.any(Number) });
    const [event] = (await webhooks.events.list(person.caller)).results;
    await webhooks.events.call(person.caller, 'POST', `/api/events/${event?.id}/change_status/`, { status: 'false' });
    await arrived(2);
    expect(JSON.parse(receiver.received[1]?.body ?? '')).toMatchObject({
      text: expect.stringContaining('Status changed'),
      blocks: expect.anything(),
    });
  });

  it('sign with both secrets after a rotation, and with the new one alone later', async () => {
    const { person } = await webhooks.person();
    const { webhook, secret } = await webhooks.create(person, receiver.url);
    const rotated = await person.call('POST', `/api/webhooks/${webhook.id}/rotate/`);
    const fresh = String(rotated.answer['secret']);
    expect(fresh).not.toBe(secret);
    const test = async () => {
      const before = receiver.received.length;
      await person.call('POST', `/api/webhooks/${webhook.id}/test/`);
      await arrived(before + 1);
      const got = receiver.received.at(-1);
      if (got === undefined) throw new Error('nothing');
      expect(got.headers['leakwatch-event']).toBe('test');
      return [isSigned(got, secret), isSigned(got, fresh)];
    };
    expect(await test()).toEqual([true, true]);
    await webhooks.sql(sql`update admin.webhook set old_secret_until = now() - interval '1 second' where id = ${webhook.id}`);
    expect(await test()).toEqual([false, true]);
  });

  it('count the day of the old secret by the clock of the database', async () => {
    const { person } = await webhooks.person();
    const { webhook, secret } = await webhooks.create(person, receiver.url);
    const right = Date.now;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => right() - 2 * DAY_MS);
    const rotated = await person.call('POST', `/api/webhooks/${webhook.id}/rotate/`).finally(() => clock.mockRestore());
    expect(rotated.answer['webhook']).toMatchObject({ old_secret_until: expect.any(String) });
    const before = receiver.received.length;
    await person.call('POST', `/api/webhooks/${webhook.id}/test/`);
    await arrived(before + 1);
    const got = receiver.received.at(-1);
    expect(got && [isSigned(got, secret), isSigned(got, String(rotated.answer['secret']))]).toEqual([true, true]);
  });

  it('keep addresses and secrets encrypted and out of every answer and of the audit trail', async () => {
    const { person } = await webhooks.person();
    const { webhook, secret } = await webhooks.create(person, receiver.url);
    await person.call('PATCH', `/api/webhooks/${webhook.id}/`, { url: `${receiver.url}2`, events: ['event.created'] });
    await person.call('POST', `/api/webhooks/${webhook.id}/rotate/`);
    await person.call('DELETE', `/api/webhooks/${webhook.id}/`);
    const audit = await webhooks.sql(sql<{ kind: string; text: string }>`
      select kind, concat(detail, changes) as text from admin.audit where organisation_id = ${person.organisation} and kind like 'webhook%' order by id`);
    expect(audit.map(({ kind }) => kind)).toEqual(['webhook_created', 'webhook_changed', 'webhook_secret_rotated', 'webhook_deleted']);
    const kept = await webhooks.create(person, receiver.url);
    const stored = await webhooks.sql(sql<{ text: string }>`select w::text as text from admin.webhook w where id = ${kept.webhook.id}`);
    const list = JSON.stringify(await webhooks.list(person));
    for (const text of [...audit.map((one) => one.text), ...stored.map((one) => one.text), list])
      for (const hidden of ['very-secret', secret, Buffer.from('very-secret').toString('hex'), Buffer.from(kept.secret).toString('hex')])
        expect(text).not.toContain(hidden);
  });

  it('are not changed by a person who saw another version', async () => {
    const { person } = await webhooks.person();
    const { webhook } = await webhooks.create(person, receiver.url);
    const change = (body: object) => person.call('PATCH', `/api/webhooks/${webhook.id}/`, { ...body, version: webhook.version });
    // Whether it is active is not in the form, and makes no new version.
    expect((await change({ active: false })).status).toBe(200);
    expect((await change({ url: `${receiver.url}2` })).status).toBe(200);
    const { status, code, answer } = await change({ events: ['event.created'] });
    expect([status, code]).toEqual([409, 'changed_meanwhile']);
    expect(answer['details']).toMatchObject({ version: 2, by: expect.stringContaining('@'), fields: 'url' });
    expect(await webhooks.list(person)).toMatchObject([{ events: webhook.events, version: 2 }]);
  });

  it('are refused with a reason, bounded, and those of an organisation alone', async () => {
    const { person, of } = await webhooks.person();
    const stranger = await webhooks.person();
    const valid = { url: receiver.url, events: ['event.created'], format: 'plain' };
    for (const [url, fault] of [
      ['nonsense', 'address_malformed'],
      ['ftp://example.org/', 'address_malformed'],
      ['https://user:pass@example.org/', 'address_with_credentials'],
    ])
      expect(await refusal(person, 'POST', '', { ...valid, url })).toMatchObject({
        status: 400,
        code: 'webhook_invalid',
        fields: { url: fault },
      });
    expect((await refusal(person, 'POST', '', { ...valid, events: [] })).code).toBe('invalid_request');
    const { webhook } = await webhooks.create(person, receiver.url);
    await webhooks.events.find(of, ['a.env']);
    const delivered = await logged(person, webhook.id, ({ status }) => status === 'delivered');
    for (const id of [webhook.id, randomUUID()])
      for (const [method, path] of [
        ['PATCH', `${id}/`],
        ['DELETE', `${id}/`],
        ['POST', `${id}/rotate/`],
        ['POST', `${id}/test/`],
        ['GET', `${id}/deliveries/`],
        ['POST', `${id}/deliveries/${delivered.id}/replay/`],
      ] as const)
        expect(await refusal(stranger.person, method, path, method === 'PATCH' ? { active: false } : undefined)).toMatchObject({
          status: 404,
          code: 'not_found',
        });
    expect(await refusal(person, 'POST', `${webhook.id}/deliveries/${randomUUID()}/replay/`)).toMatchObject({ status: 404 });
    expect(await webhooks.list(stranger.person)).toEqual([]);
    const more = await Promise.all(
      Array.from({ length: 8 }, (_, n) => person.call('POST', '/api/webhooks/', { ...valid, url: `${valid.url}?${n}` })),
    );
    expect(more.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(more.find(({ status }) => status !== 200)).toMatchObject({ status: 409, code: 'webhooks_max' });
    const nobody = await person.call('GET', '/api/webhooks/', undefined, { organisation: null, staff: true });
    expect(nobody).toMatchObject({ status: 403, code: 'not_in_organisation' });
  });
});

describe('webhooks of an installation without exceptions', () => {
  let webhooks: Webhooks;
  beforeAll(async () => void (webhooks = await openWebhooks({})));
  afterAll(() => webhooks.close());

  it('contact https and public addresses alone', async () => {
    const { person } = await webhooks.person();
    const receiver = await startReceiver();
    const body = (url: string) => ({ url, events: ['event.created'], format: 'plain' });
    const faultOf = async (url: string) => (await person.call('POST', '/api/webhooks/', body(url))).answer['fields'];
    expect(await faultOf(receiver.url)).toEqual({ url: 'address_not_https' });
    expect(await faultOf(`https://127.0.0.1:${receiver.port}/`)).toEqual({ url: 'address_refused' });
    expect(await faultOf('https://[::ffff:10.0.0.1]/')).toEqual({ url: 'address_refused' });
    expect(await faultOf('https://0x7f.1/')).toEqual({ url: 'address_refused' });
    // Its address is known when it is resolved.
    const { webhook } = await webhooks.create(person, `https://localhost:${receiver.port}/`);
    await person.call('POST', `/api/webhooks/${webhook.id}/test/`);
    const refused = await waitUntil(
      'the log',
      async () => (await webhooks.log(person, webhook.id)).find(({ status }) => status === 'failed') ?? false,
    );
    expect(refused.fault).toBe('address_refused');
    expect(receiver.received).toEqual([]);
    await receiver.close();
  });
});
