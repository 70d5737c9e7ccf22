import { defineEntity, type InferEntity, p, type RowOf } from '@leakwatch/platform';
import type { Locale } from '@leakwatch/vocabulary';

/** A person who signs in. */
export const AccountEntity = defineEntity({
  name: 'Account',
  tableName: 'account',
  schema: 'admin',
  properties: {
    id: p.uuid().primary(),
    /** null for staff who belong to no organisation. */
    organisation_id: p.uuid().nullable(),
    /** In lower case. */
    email: p.text(),
    username: p.text(),
    first_name: p.text().default(''),
    last_name: p.text().default(''),
    password_hash: p.text(),
    staff: p.boolean().default(false),
    active: p.boolean().default(true),
    locale: p.text().$type<Locale>().default('ru'),
    /** Whether the console shows its introduction. */
    intro: p.boolean().default(true),
    /** A change of credentials raises it, which ends the sessions and tokens of older epochs. */
    epoch: p.integer().default(1),
    created: p.datetime().defaultRaw('now()'),
    /** The password has to be changed at the next sign-in. */
    change_password: p.boolean().default(false),
    password_changed: p.datetime().nullable(),
    /** Digests by mail. */
    email_notifications: p.boolean().default(false),
    /** Rises with each change of what staff edit, by a trigger. */
    edit_version: p.integer().default(1),
    /** Rises with each message about the account as a member; 0 before the first one. */
    member_version: p.integer().default(0),
  },
});
export type Account = InferEntity<typeof AccountEntity>;
export type AccountRow = RowOf<typeof AccountEntity>;
