import { expect } from '@jest/globals';
import { createWebhook, listNotifications, listSessions } from '@leakwatch/contracts';
import { waitUntil } from '@leakwatch/testing';
import { z } from 'zod';
import { type Answer, asConsole, type ask as Ask, type Cookies } from '../product/api.ts';
import { untilDone, untilEvents } from '../product/events-of.ts';
import type { Product } from '../product/product.ts';
import type { Ids } from './named-objects.ts';

const idOf = (answer: Answer): string => {
  const parsed = z.object({ id: z.uuid() }).safeParse(answer.body);
  if (!parsed.success) throw new Error(`no id: ${answer.status} ${JSON.stringify(answer.body)}`);
  return parsed.data.id;
};

interface Asked {
  readonly ask: typeof Ask;
  readonly staff: Cookies;
  readonly ours: Cookies;
}

/** Makes an object of each kind that belongs to the organisation of `ours`, or to its user. */
export async function oneOfEach(product: Product, { ask, staff, ours }: Asked): Promise<Ids> {
  const { url } = product.ready;
  const post = (path: string, body?: unknown, cookies = ours) => ask(url, 'POST', path, asConsole(cookies, body));
  const get = async (path: string) => (await ask(url, 'GET', path, asConsole(ours))).body;
  const task = await product.startTask('/romashka.git', 'Ours alone');
  await untilDone(product.user, task);
  const [event, other] = await untilEvents(product.user, task, product.sample.planted.length);
  const company = z.object({ id: z.uuid(), tariff: z.object({ id: z.uuid() }) }).parse(await get('/api/organisation/'));
  const notified = await post('/api/control/notifications/', { organisation: company.id, title: 'Note', message: 'Read this' }, staff);
  expect(notified.status).toBe(200);
  const notification = await waitUntil(
    'the notification is listed',
    async () => listNotifications.answer.parse(await get('/api/notifications/')).results[0],
  );
  const wanted = { url: 'https://receiver.invalid/hook', events: ['event.created'], format: 'plain' };
  const { webhook } = createWebhook.answer.parse((await post('/api/webhooks/', wanted)).body);
  const changed = await post('/api/events/change_status/', { events: [other?.id], status: 'in_progress' });
  return {
    task,
    event: event?.id ?? '',
    comment: idOf(await post('/api/comments/', { event: event?.id, text: 'ours' })),
    rule: idOf(await post('/api/rules/', { rule_owner: 'x', rule_repo: 'y', source_type: 'github', block_type: 'repository' })),
    report: idOf(await post('/api/reports/', { format: 'xls', filters: { status: ['all'] } })),
    notification: notification.id,
    webhook: webhook.id,
    delivery: idOf(await post(`/api/webhooks/${webhook.id}/test/`)),
    session: listSessions.answer.parse(await get('/api/profile/sessions/')).find(({ current }) => !current)?.id ?? '',
    organisation: company.id,
    tariff: company.tariff.id,
    batch: z.object({ batch: z.uuid() }).parse(changed.body).batch,
    view: idOf(await post('/api/events/views/', { name: 'Ours', shared: true, filters: {} })),
    member: z.object({ user_id: z.uuid() }).parse(await get('/api/settings/')).user_id,
  };
}
