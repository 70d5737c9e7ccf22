import { defineEntity, p, type RowOf } from '@leakwatch/platform';
import type {
  EventStatus,
  WebhookDeliveryStatus,
  WebhookDisabledReason,
  WebhookEvent,
  WebhookFault,
  WebhookFormat,
  WebhookKind,
} from '@leakwatch/vocabulary';

/** Where an organisation's events are sent. */
export const WebhookEntity = defineEntity({
  name: 'Webhook',
  tableName: 'webhook',
  schema: 'admin',
  properties: {
    id: p.uuid().primary(),
    organisation_id: p.uuid(),
    /** Encrypted by the vault, like the secrets: the address is a credential at many receivers. */
    url: p.blob(),
    /** Scheme, host and port of the address, which may be shown. */
    origin: p.text(),
    events: p.array().$type<WebhookEvent[]>(),
    format: p.text().$type<WebhookFormat>(),
    active: p.boolean().default(true),
    disabled_reason: p.text().$type<WebhookDisabledReason>().nullable(),
    secret: p.blob(),
    old_secret: p.blob().nullable(),
    old_secret_until: p.datetime().nullable(),
    created: p.datetime().defaultRaw('clock_timestamp()'),
    /** An account; null for a webhook from before this was kept. */
    created_by: p.uuid().nullable(),
    /** Failed attempts in a row, since when, and until when no delivery is tried. */
    failures: p.integer().default(0),
    failing_since: p.datetime().nullable(),
    held_until: p.datetime().nullable(),
    last_delivered: p.datetime().nullable(),
    /** Raised by a trigger. */
    edit_version: p.integer().default(1),
  },
});
export type Webhook = RowOf<typeof WebhookEntity>;

/** One thing that a webhook is sent, until 30 days later. */
export const WebhookDeliveryEntity = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_delivery',
  schema: 'admin',
  properties: {
    /** Made of webhook and change: a redelivered message adds nothing. */
    id: p.uuid().primary(),
    webhook_id: p.uuid(),
    organisation_id: p.uuid(),
    kind: p.text().$type<WebhookKind>(),
    event_id: p.uuid().nullable(),
    from_status: p.text().$type<EventStatus>().nullable(),
    to_status: p.text().$type<EventStatus>().nullable(),
    at: p.datetime(),
    status: p.text().$type<WebhookDeliveryStatus>().default('pending'),
    created: p.datetime().defaultRaw('clock_timestamp()'),
    attempts: p.integer().default(0),
    last_attempt: p.datetime().nullable(),
    /** When it is tried next; while it is tried, when another process takes it. */
    due: p.datetime().nullable().defaultRaw('clock_timestamp()'),
    give_up_at: p.datetime(),
    /** While it is sent, and until another process takes it from one that was killed. */
    claimed_until: p.datetime().nullable(),
    /** It was sent again together with others: later ones of its event wait for it. */
    in_order: p.boolean().default(false),
    /** It was sent again together with others: new ones go before it. */
    resent: p.boolean().default(false),
    response_status: p.integer().nullable(),
    response_ms: p.integer().nullable(),
    response_excerpt: p.text().default(''),
    fault: p.text().$type<WebhookFault>().nullable(),
  },
});
export type WebhookDeliveryRow = RowOf<typeof WebhookDeliveryEntity>;
