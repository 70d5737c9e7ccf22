/** What a webhook may be sent for. */
export const WEBHOOK_EVENTS = ['event.created', 'event.status_changed'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** What a delivery is about: one of these events, or a test that a person sent. */
export const WEBHOOK_KINDS = [...WEBHOOK_EVENTS, 'test'] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

/** The shapes of a body: our own, a message of Slack, a Detection Finding of OCSF. */
export const WEBHOOK_FORMATS = ['plain', 'slack', 'ocsf'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** pending: it is sent, or sent again later; delivered: answered with 2xx; failed: given up. */
export const WEBHOOK_DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type WebhookDeliveryStatus = (typeof WEBHOOK_DELIVERY_STATUSES)[number];

/** Why an attempt failed without an answer, or why a delivery was given up without an attempt. */
export const WEBHOOK_FAULTS = [
  'address_refused',
  'host_not_found',
  'http_refused',
  'timeout',
  'certificate_invalid',
  'connection_failed',
  'event_deleted',
  'body_failed',
  'webhook_disabled',
] as const;
export type WebhookFault = (typeof WEBHOOK_FAULTS)[number];

/** Why the system disabled a webhook. */
export const WEBHOOK_DISABLED_REASONS = ['failing', 'queue_full'] as const;
export type WebhookDisabledReason = (typeof WEBHOOK_DISABLED_REASONS)[number];

/** Seconds between the attempts of a delivery: ten in about a day. Each pause is up to a fifth shorter or longer. */
export const WEBHOOK_PAUSES_SECONDS = [10, 60, 300, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800] as const;
export const WEBHOOK_JITTER = 0.2;
/** A delivery that is older when an attempt fails is given up. */
export const WEBHOOK_GIVE_UP_SECONDS = 86_400;

/** While a webhook fails, its other deliveries wait too, at most so long: a receiver that is away is not asked for each of them. */
export const WEBHOOK_HOLD_MAX_SECONDS = 300;

/** A webhook is disabled after so many failed attempts in a row, when the first was so long ago: a short outage disables nothing. */
export const WEBHOOK_FAILURES_MAX = 10;
export const WEBHOOK_FAILING_SECONDS = 21_600;

/** The old secret stays valid for so long after a rotation: long enough to change a receiver by hand. */
export const WEBHOOK_ROTATION_SECONDS = 86_400;

/** More would only send the same events again. */
export const WEBHOOKS_MAX = 5;
