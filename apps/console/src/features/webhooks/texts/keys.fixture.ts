import { WEBHOOK_DELIVERY_STATUSES, WEBHOOK_EVENTS, WEBHOOK_FAULTS, WEBHOOK_FORMATS, WEBHOOK_KINDS } from '@leakwatch/vocabulary';
import { ADDRESS_FAULTS } from '../address-faults.ts';

/** Keys that code builds from a prefix, with every ending. */
export const KEYS = {
  'webhooks.event.': WEBHOOK_EVENTS,
  'webhooks.format.': WEBHOOK_FORMATS,
  'webhooks.fault.': ADDRESS_FAULTS,
  'webhooks.kind.': WEBHOOK_KINDS,
  'webhooks.status.': WEBHOOK_DELIVERY_STATUSES,
  'webhooks.no_answer.': WEBHOOK_FAULTS,
};
