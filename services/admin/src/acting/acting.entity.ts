import { defineEntity, p, type RowOf } from '@leakwatch/platform';

/** Work in an organisation's name whose end is not recorded yet. */
export const ActingEntity = defineEntity({
  name: 'Acting',
  tableName: 'acting',
  schema: 'admin',
  properties: {
    /** Hash of the session's token. */
    session: p.text().primary(),
    account_id: p.uuid(),
    organisation_id: p.uuid(),
    begun: p.datetime().defaultRaw('now()'),
    until: p.datetime(),
  },
});
export type ActingRow = RowOf<typeof ActingEntity>;
