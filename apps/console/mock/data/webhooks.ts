import type { WebhookDelivery, WebhookRow } from '@leakwatch/contracts';
import { minutesAgo, mockId } from '../ids.ts';

const webhook = (number: number, change: Partial<WebhookRow>): WebhookRow => ({
  id: mockId(60, number),
  address: 'https://siem.corp.example',
  events: ['event.created', 'event.status_changed'],
  format: 'plain',
  active: true,
  disabled_reason: null,
  created: minutesAgo(50_000 - number),
  failures: 0,
  last_delivered: minutesAgo(7),
  old_secret_until: null,
  version: 1,
  ...change,
});

/** One in each state. */
export const makeWebhooks = (): WebhookRow[] => [
  webhook(1, { old_secret_until: minutesAgo(-600) }),
  webhook(2, { address: 'https://hooks.slack.com', format: 'slack', events: ['event.created'], failures: 3 }),
  webhook(3, {
    address: 'https://a-receiver-with-a-long-name.security-operations.corp.example:8443',
    format: 'ocsf',
    active: false,
    disabled_reason: 'failing',
    failures: 12,
    last_delivered: null,
  }),
];

const delivery = (number: number, change: Partial<WebhookDelivery>): WebhookDelivery => ({
  id: mockId(61, number),
  kind: 'event.created',
  event: mockId(1, number),
  from: null,
  to: 'open',
  status: 'delivered',
  created: minutesAgo(number * 17),
  attempts: 1,
  last_attempt: minutesAgo(number * 17),
  next_attempt: null,
  response_status: 200,
  response_ms: 48,
  response_excerpt: 'ok',
  fault: null,
  ...change,
});

/** A delivery of each outcome, then many that succeeded. */
export const makeDeliveries = (): WebhookDelivery[] => [
  delivery(1, {
    status: 'pending',
    attempts: 3,
    next_attempt: minutesAgo(-5),
    response_status: 503,
    response_excerpt: '<h1>Service Unavailable</h1>',
  }),
  delivery(2, { kind: 'event.status_changed', from: 'open', to: 'fixed' }),
  delivery(3, {
    kind: 'test',
    event: null,
    to: null,
    status: 'failed',
    response_status: null,
    response_excerpt: '',
    fault: 'certificate_invalid',
  }),
  delivery(4, { status: 'failed', attempts: 10, response_status: null, response_excerpt: '', fault: 'webhook_disabled' }),
  ...Array.from({ length: 25 }, (_, at) => delivery(at + 5, {})),
];
