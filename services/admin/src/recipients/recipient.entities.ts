import { defineEntity, p, type RowOf } from '@leakwatch/platform';

/** A recipient of tasks of an organisation that is no account of it. */
export const RecipientEntity = defineEntity({
  name: 'Recipient',
  tableName: 'recipient',
  schema: 'admin',
  properties: {
    id: p.uuid().primary(),
    organisation_id: p.uuid(),
    /** In lower case. */
    email: p.text(),
    confirmed: p.datetime().nullable(),
    /** Does not want mails. */
    stopped: p.datetime().nullable(),
    /** When the last mail with a link was put into the outbox. */
    asked: p.datetime().nullable(),
    /** When the next one is due; null when none is. */
    next_ask: p.datetime().nullable().defaultRaw('now()'),
    /** When the link in the last delivered mail expires. */
    expires: p.datetime().nullable(),
    created: p.datetime().defaultRaw('now()'),
  },
});
export type RecipientRow = RowOf<typeof RecipientEntity>;

/** The code in the link of a mail to a recipient. */
export const RecipientCodeEntity = defineEntity({
  name: 'RecipientCode',
  tableName: 'recipient_code',
  schema: 'admin',
  properties: {
    /** sha256 of the code, hex. */
    hash: p.text().primary(),
    recipient_id: p.uuid(),
    /** Of the mail that asks to confirm; null for the links of digests. */
    mail_id: p.uuid().nullable(),
    created: p.datetime().defaultRaw('now()'),
    expires: p.datetime(),
  },
});
