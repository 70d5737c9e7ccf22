import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from '@leakwatch/platform';
import { waitUntil } from '@leakwatch/testing';
import { type Receiver, startReceiver } from './receiver.fixture.ts';
import { openWebhooks, type Webhooks } from './webhooks.fixture.ts';

let webhooks: Webhooks;
let receiver: Receiver;
const children: ChildProcess[] = [];
beforeAll(async () => {
  webhooks = await openWebhooks();
  receiver = await startReceiver();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await receiver.close();
  await webhooks.close();
});

it('a delivery whose process is killed is delivered again, with the same id', async () => {
  const { person, of } = await webhooks.person();
  const { webhook } = await webhooks.create(person, receiver.url);
  // From here on another process, of the built program, delivers.
  const { DeliverWebhooksWorker } = await import('./deliver-webhooks.worker.ts');
  await webhooks.app.get(DeliverWebhooksWorker).onModuleDestroy();
  const env = { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'production', ...webhooks.environment.env, ADMIN_URL: 'http://127.0.0.1:0' };
  const start = () => {
    const child = spawn(process.execPath, [join(process.cwd(), 'dist', 'admin.js')], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    children.push(child);
    return child;
  };
  // Never answers the first attempt.
  receiver.state.answer = (response) => void (receiver.received.length > 1 && response.end());
  const first = start();
  await webhooks.events.find(of, [`killed-${randomUUID()}`]);
  await waitUntil('the first attempt', async () => receiver.received.length === 1, 30_000);
  first.kill('SIGKILL');
  await once(first, 'exit');
  expect((await webhooks.log(person, webhook.id))[0]).toMatchObject({ status: 'pending', attempts: 1, response_status: null });
  start();
  // Its claim ends after half a minute; the test does not wait for it.
  await webhooks.sql(sql`update admin.webhook_delivery set due = now() where status = 'pending'`);
  await waitUntil('the delivery', async () => (await webhooks.log(person, webhook.id))[0]?.status === 'delivered', 60_000);
  const ids = receiver.received.map(({ headers }) => headers['leakwatch-delivery']);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  expect((await webhooks.log(person, webhook.id))[0]?.attempts).toBe(2);
});
