import { defineEntity, p, type RowOf } from '@leakwatch/platform';
import type { MailKind } from './mail-kinds.ts';

/** Values for the text of a mail. They are stored in clear: never a secret. */
export type MailDetails = Readonly<Record<string, string>>;

/** The outbox of mails. */
export const MailEntity = defineEntity({
  name: 'Mail',
  tableName: 'mail',
  schema: 'admin',
  properties: {
    id: p.uuid().primary(),
    kind: p.text().$type<MailKind>(),
    account_id: p.uuid().nullable(),
    /** In place of the account: what a person typed. */
    email: p.text().nullable(),
    details: p.json<MailDetails>().defaultRaw("'{}'"),
    attempts: p.integer().default(0),
    next_try: p.datetime().defaultRaw('now()'),
    created: p.datetime().defaultRaw('now()'),
    sent: p.datetime().nullable(),
  },
});
export type MailRow = RowOf<typeof MailEntity>;
