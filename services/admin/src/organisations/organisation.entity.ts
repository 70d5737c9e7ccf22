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
    tariff_id: p.uuid(),
    active: p.boolean(),
    trusted: p.boolean(),
    starts_at: p.datetime(),
    expires_at: p.datetime(),
    created: p.datetime().defaultRaw('now()'),
    /** A second factor is mandatory for its users. */
    two_factor_users: p.boolean().default(false),
    /** Its users may connect Telegram chats. */
    is_telegram_notification_on: p.boolean().default(false),
  },
});
export type OrganisationRow = RowOf<typeof OrganisationEntity>;
