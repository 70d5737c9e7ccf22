import { defineEntity, p, type RowOf } from '@leakwatch/platform';

/** A customer. */
export const OrganisationEntity = defineEntity({
  name: 'Organisation',
  tableName: 'organisation',
  schema: 'admin',
  properties: {
    id: p.uuid().primary(),
    /** Other services ignore a message with an older version. */
    version: p.integer().default(1),
    name: p.text(),
    description: p.text(),
    /** null once it is deleted. */
    tariff_id: p.uuid().nullable(),
    active: p.boolean(),
    trusted: p.boolean(),
    starts_at: p.datetime(),
    expires_at: p.datetime(),
    /** The end was chosen; otherwise it follows from the start and the term of the tariff. */
    custom_time_limitations: p.boolean().default(false),
    created: p.datetime().defaultRaw('now()'),
    /** A second factor is mandatory for its users. */
    two_factor_users: p.boolean().default(false),
    /** Its users may connect Telegram chats. */
    is_telegram_notification_on: p.boolean().default(false),
    /** Of mirrors and kept content, in gigabytes; null for the installation's (STORAGE_QUOTA_GB). */
    storage_quota_gb: p.integer().nullable(),
    /** Rises with each change of what staff edit, by a trigger; `version` rises with a change of the tariff too. */
    edit_version: p.integer().default(1),
    /** Its row stays for the audit trail, which has its id. */
    deleted_at: p.datetime().nullable(),
  },
});
export type OrganisationRow = RowOf<typeof OrganisationEntity>;
