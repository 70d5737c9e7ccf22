import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayGivenUpDeliveries,
  replayWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  type WebhookDelivery,
  type WebhookRow,
} from '@leakwatch/contracts';
import { WEBHOOKS_MAX } from '@leakwatch/vocabulary';
import { makeDeliveries } from '../../../mock/data/webhooks.ts';
import { handle } from '../../../mock/handle.ts';
import { mockId } from '../../../mock/ids.ts';
import { accepted, DONE, notFound, pageOf, Refusal } from '../../../mock/replies.ts';
import type { World } from '../../../mock/world.ts';

const SECRET = 'lwwh_0Yd3mZq8Zq8Yd3mZq8Zq8Yd3mZq8Zq8Yd3mZq8Zq8aaaaaa';
const ofWebhook = { params: { id: mockId(60, 1) } };

function webhookOf(world: World, id: string): WebhookRow {
  const found = world.webhooks.find((one) => one.id === id);
  if (found === undefined) throw notFound();
  return found;
}

function save(world: World, webhook: WebhookRow): WebhookRow {
  world.webhooks = world.webhooks.map((one) => (one.id === webhook.id ? webhook : one));
  return webhook;
}

function queued(world: World, id: string): WebhookDelivery {
  const [first] = makeDeliveries();
  if (!webhookOf(world, id).active) throw new Refusal(409, 'webhook_inactive');
  if (first === undefined) throw notFound();
  const test = {
    kind: 'test' as const,
    event: null,
    to: null,
    attempts: 0,
    next_attempt: first.created,
    response_status: null,
    response_excerpt: '',
  };
  const made = { ...first, ...test, id: mockId(62, world.deliveries.length) };
  world.deliveries = [made, ...world.deliveries];
  return made;
}

const isGivenUp = ({ status, kind, fault }: WebhookDelivery) => status === 'failed' && kind !== 'test' && fault !== 'event_deleted';

export const HANDLERS = [
  handle(listWebhooks, ({ world }) => ({ results: [...world.webhooks], limit: WEBHOOKS_MAX, allow_http: false })),
  handle(
    createWebhook,
    ({ world, body }) => {
      world.sent.push(body);
      if (body.url.includes('127.0.0.1')) throw new Refusal(400, 'webhook_invalid', { fields: { url: 'address_refused' } });
      const { events, format } = body;
      const state = { active: true, disabled_reason: null, failures: 0, last_delivered: null, old_secret_until: null, version: 1 };
      const made = {
        ...state,
        id: mockId(60, 100),
        address: new URL(body.url).origin,
        events,
        format,
        created: '2026-11-20T12:00:00.000Z',
      };
      world.webhooks = [...world.webhooks, made];
      return { webhook: made, secret: SECRET };
    },
    { body: { url: 'https://example.org/hook', events: ['event.created'], format: 'plain' } },
  ),
  handle(
    changeWebhook,
    ({ world, params, body }) => {
      const before = webhookOf(world, params.id);
      const {
        fields: { url, active, events, format },
        version,
      } = accepted(before, body);
      const address = url === undefined ? before.address : new URL(url).origin;
      const enabled = active === true ? { failures: 0, disabled_reason: null } : {};
      return save(world, {
        ...before,
        address,
        events: events ?? before.events,
        format: format ?? before.format,
        active: active ?? before.active,
        ...enabled,
        version,
      });
    },
    { ...ofWebhook, body: { active: false } },
  ),
  handle(
    deleteWebhook,
    ({ world, params }) => {
      webhookOf(world, params.id);
      world.webhooks = world.webhooks.filter(({ id }) => id !== params.id);
      return DONE;
    },
    ofWebhook,
  ),
  handle(
    rotateWebhookSecret,
    ({ world, params }) => ({
      webhook: save(world, { ...webhookOf(world, params.id), old_secret_until: '2026-11-21T12:00:00.000Z' }),
      secret: SECRET,
    }),
    ofWebhook,
  ),
  handle(testWebhook, ({ world, params }) => queued(world, params.id), ofWebhook),
  handle(
    listWebhookDeliveries,
    ({ world, params, query }) => {
      webhookOf(world, params.id);
      const shown = world.deliveries.filter(({ status }) => query.status === undefined || status === query.status);
      return { ...pageOf(shown, query), given_up: world.deliveries.filter(isGivenUp).length };
    },
    ofWebhook,
  ),
  handle(
    replayGivenUpDeliveries,
    ({ world, params }) => {
      if (!webhookOf(world, params.id).active) throw new Refusal(409, 'webhook_inactive');
      const queued = world.deliveries.filter(isGivenUp).length;
      world.deliveries = world.deliveries.map((one) =>
        isGivenUp(one) ? { ...one, status: 'pending', attempts: 0, fault: null, next_attempt: one.created } : one,
      );
      return { queued, left: 0 };
    },
    ofWebhook,
  ),
  handle(
    replayWebhookDelivery,
    ({ world, params }) => {
      webhookOf(world, params.id);
      const found = world.deliveries.find(({ id }) => id === params.delivery);
      if (found === undefined) throw notFound();
      const again: WebhookDelivery = { ...found, status: 'pending', attempts: 0, fault: null, next_attempt: found.created };
      world.deliveries = world.deliveries.map((one) => (one.id === again.id ? again : one));
      return again;
    },
    { params: { id: mockId(60, 1), delivery: mockId(61, 2) } },
  ),
];
