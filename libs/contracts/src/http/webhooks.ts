import {
  EVENT_STATUSES,
  WEBHOOK_DELIVERY_STATUSES,
  WEBHOOK_DISABLED_REASONS,
  WEBHOOK_EVENTS,
  WEBHOOK_FAULTS,
  WEBHOOK_FORMATS,
  WEBHOOK_KINDS,
} from '@leakwatch/vocabulary';
import { z } from 'zod';
import { done, editVersion, idParams, page, pageQuery, seenVersion } from '../paging.ts';
import { defineRoute } from '../route.ts';
import { reportEvent } from './events/report-events.ts';

const ADDRESS_MAX = 1_000;

export const webhookRow = z.object({
  id: z.uuid(),
  /** Without path and query, which hold a secret at many receivers. */
  address: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  format: z.enum(WEBHOOK_FORMATS),
  active: z.boolean(),
  /** Why the system disabled it; null when it did not. */
  disabled_reason: z.enum(WEBHOOK_DISABLED_REASONS).nullable(),
  created: z.iso.datetime(),
  /** Failed attempts since the last delivery that succeeded. */
  failures: z.number().int(),
  last_delivered: z.iso.datetime().nullable(),
  /** Until when the secret before the last rotation signs too; null when there is none. */
  old_secret_until: z.iso.datetime().nullable(),
  /** Rises with every change of the address, the events or the body. */
  version: editVersion,
});
export type WebhookRow = z.output<typeof webhookRow>;

export const webhookDelivery = z.object({
  /** The same for every attempt and replay: receivers recognise a repeated delivery by it. */
  id: z.uuid(),
  kind: z.enum(WEBHOOK_KINDS),
  /** null for a test. */
  event: z.uuid().nullable(),
  from: z.enum(EVENT_STATUSES).nullable(),
  to: z.enum(EVENT_STATUSES).nullable(),
  status: z.enum(WEBHOOK_DELIVERY_STATUSES),
  created: z.iso.datetime(),
  attempts: z.number().int(),
  last_attempt: z.iso.datetime().nullable(),
  /** null when it is not sent again. */
  next_attempt: z.iso.datetime().nullable(),
  /** Of the last attempt: the HTTP status, null without an answer; how long it took; the beginning of the answer's body. */
  response_status: z.number().int().nullable(),
  response_ms: z.number().int().nullable(),
  response_excerpt: z.string(),
  fault: z.enum(WEBHOOK_FAULTS).nullable(),
});
export type WebhookDelivery = z.output<typeof webhookDelivery>;

// With these a leaked token could send an organisation's events to another party: sessions only.
/** A webhook sends what is found to an address outside: only people of the organisation choose it. */
const own = { service: 'admin', access: 'user', acting: 'refused', sessionOnly: true } as const;
const settings = z.object({
  url: z.string().max(ADDRESS_MAX),
  events: z.array(z.enum(WEBHOOK_EVENTS)).min(1).max(WEBHOOK_EVENTS.length),
  format: z.enum(WEBHOOK_FORMATS),
});

export const listWebhooks = defineRoute({
  ...own,
  method: 'GET',
  path: '/api/webhooks/',
  changesState: false,
  summary: "List the webhooks of the caller's organisation, oldest first",
  /** allow_http: whether the installation allows addresses with http. */
  answer: z.object({ results: z.array(webhookRow), limit: z.number().int(), allow_http: z.boolean() }),
  errors: ['not_in_organisation'],
});

export const createWebhook = defineRoute({
  ...own,
  method: 'POST',
  path: '/api/webhooks/',
  changesState: true,
  summary: 'Create a webhook; its secret is returned only once',
  body: settings,
  answer: z.object({ webhook: webhookRow, secret: z.string() }),
  errors: ['not_in_organisation', 'webhook_invalid', 'webhooks_max'],
});

export const changeWebhook = defineRoute({
  ...own,
  method: 'PATCH',
  path: '/api/webhooks/{id}/',
  changesState: true,
  summary: 'Change a webhook; what the body leaves out stays',
  params: idParams,
  body: settings.extend({ active: z.boolean() }).partial().extend(seenVersion),
  answer: webhookRow,
  errors: ['not_in_organisation', 'webhook_invalid', 'changed_meanwhile'],
});

export const deleteWebhook = defineRoute({
  ...own,
  method: 'DELETE',
  path: '/api/webhooks/{id}/',
  changesState: true,
  summary: 'Delete a webhook with its log',
  params: idParams,
  answer: done,
  errors: ['not_in_organisation'],
});

export const rotateWebhookSecret = defineRoute({
  ...own,
  method: 'POST',
  path: '/api/webhooks/{id}/rotate/',
  changesState: true,
  summary: 'Make a new secret, which is returned only once; the old one signs too for a day',
  params: idParams,
  answer: z.object({ webhook: webhookRow, secret: z.string() }),
  errors: ['not_in_organisation'],
});

export const testWebhook = defineRoute({
  ...own,
  method: 'POST',
  path: '/api/webhooks/{id}/test/',
  changesState: true,
  summary: 'Send a test; its outcome is in the log',
  params: idParams,
  answer: webhookDelivery,
  errors: ['not_in_organisation', 'webhook_inactive'],
});

export const listWebhookDeliveries = defineRoute({
  ...own,
  method: 'GET',
  path: '/api/webhooks/{id}/deliveries/',
  changesState: false,
  summary: 'List the deliveries of a webhook in the last 30 days, newest first',
  params: idParams,
  query: pageQuery.extend({ status: z.enum(WEBHOOK_DELIVERY_STATUSES).optional() }),
  /** given_up: how many, on all pages and of any status asked for, can be sent again together. */
  answer: page(webhookDelivery).extend({ given_up: z.number().int().nonnegative() }),
  errors: ['not_in_organisation'],
});

export const replayWebhookDelivery = defineRoute({
  ...own,
  method: 'POST',
  path: '/api/webhooks/{id}/deliveries/{delivery}/replay/',
  changesState: true,
  summary: 'Send a delivery again, with the same id',
  params: idParams.extend({ delivery: z.uuid() }),
  answer: webhookDelivery,
  errors: ['not_in_organisation', 'webhook_inactive'],
});

export const replayGivenUpDeliveries = defineRoute({
  ...own,
  method: 'POST',
  path: '/api/webhooks/{id}/deliveries/replay/',
  changesState: true,
  summary:
    'Send all deliveries again that were given up, each with the same id, oldest first; tests and those of deleted events are left out',
  params: idParams,
  /** left: how many found no room beside what waits; they stay given up. */
  answer: z.object({ queued: z.number().int().nonnegative(), left: z.number().int().nonnegative() }),
  errors: ['not_in_organisation', 'webhook_inactive'],
});

/** Events of one call, as many as are delivered at once. */
export const ANNOUNCED_EVENTS_MAX = 50;
/** An event as a webhook describes it: masked values, and no text of the document. */
export const announcedEvent = reportEvent.omit({ content: true });
export type AnnouncedEvent = z.output<typeof announcedEvent>;

export const internalAnnouncedEvents = defineRoute({
  method: 'POST',
  path: '/internal/events/announced/',
  service: 'events',
  access: 'service',
  changesState: false,
  summary: 'Events of an organisation as webhooks describe them; those that were deleted are left out',
  body: z.object({ organisation: z.uuid(), ids: z.array(z.uuid()).min(1).max(ANNOUNCED_EVENTS_MAX) }),
  answer: z.object({ events: z.array(announcedEvent) }),
  errors: [],
});
