import { KNOWN_KEY_RETENTION, olderThan, type ServiceRetention } from '@leakwatch/platform';

/** Sent mails and expired codes are kept for so many days, to answer what a person got. */
const MAIL_DAYS = 7;
/** Longer than the events service offers a digest again: until then it is known who has it. */
const DIGEST_DAYS = 14;
/** Longer than the bus delivers a change again: until then its delivery must be known. */
const DELIVERY_DAYS = 30;
/** A notification is about the present; after so long it is history. */
const NOTIFICATION_DAYS = 365;
/** Notifications that people deleted, unless their cause still lasts. */
const DELETED_DAYS = 7;

export const retention: ServiceRetention = {
  known_key: KNOWN_KEY_RETENTION,
  tariff: { bound: 'made by staff' },
  organisation: { bound: 'one row for each customer' },
  storage_use: { bound: 'two rows for each customer: mirrors and content' },
  storage_level: { bound: 'one row for each customer' },
  logo: { bound: 'one row for each organisation, and those that are due, until their file is deleted (SweepLogos)' },
  account: { bound: 'one row for each person' },
  api_token: { bound: 'one row for each account at most' },
  second_factor: { bound: 'one row for each account at most' },
  recovery_code: { bound: 'replaced with each set of codes' },
  identity_request: { bound: `${MAIL_DAYS} days after it expired`, over: olderThan('expires', MAIL_DAYS) },
  identity_code: { bound: 'deleted with its request' },
  link_code: { bound: `${MAIL_DAYS} days after it expired`, over: olderThan('expires', MAIL_DAYS) },
  mail: {
    bound: `${MAIL_DAYS} days after it was sent; one that cannot be sent is dropped after 3 days`,
    over: olderThan('sent', MAIL_DAYS),
  },
  audit: { bound: 'as long as your rules require: the owner of the database removes old records (operating.md)' },
  keyword_set: { bound: 'made by staff' },
  keyword: { bound: 'made by staff' },
  regex_template: { bound: 'made by staff, at most 200' },
  notification: {
    bound: `a year; ${DELETED_DAYS} days after a person deleted it, when its cause is over`,
    over: `${olderThan('created', NOTIFICATION_DAYS)} or cause is null and ${olderThan('deleted', DELETED_DAYS)}`,
  },
  telegram_bot: { bound: 'one row for each bot' },
  telegram_link: { bound: 'one row for each account at most' },
  telegram_message: { bound: 'deleted when it is sent; one that cannot be sent is dropped after a day' },
  telegram_digest: { bound: `${DIGEST_DAYS} days`, over: olderThan('queued', DIGEST_DAYS) },
  telegram_digest_reader: { bound: 'deleted with its digest' },
  proxy: { bound: 'made by staff' },
  service_account: { bound: 'made by staff' },
  pool_check: { bound: 'one row for each service account and proxy at most: the last check' },
  webhook: { bound: 'at most 5 for each organisation' },
  webhook_delivery: {
    bound: `${DELIVERY_DAYS} days; at most 100,000 wait for a webhook`,
    over: olderThan('created', DELIVERY_DAYS),
  },
  recipient: { bound: 'one row for each address outside the organisation that a task named' },
  recipient_code: {
    bound:
      'one row for each mail to a confirmed recipient, until its link has expired (90 days), and each mail that asks to confirm (7 days)',
    over: olderThan('expires', 0),
  },
  acting: { bound: 'an hour: one row for each session in which staff work in the name of an organisation (EndOfActing)' },
  telegram_session: { bound: 'one row for each account of Telegram at most' },
};
