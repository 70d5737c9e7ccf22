import { defineEntity, p, type RowOf } from '@leakwatch/platform';

/** What this service needs of an account. */
export const MemberEntity = defineEntity({
  name: 'Member',
  tableName: 'member',
  schema: 'events',
  properties: {
    account_id: p.uuid().primary(),
    version: p.integer(),
    /** null: a member of none any more. */
    organisation_id: p.uuid().nullable(),
    name: p.text(),
  },
});
export type StoredMember = RowOf<typeof MemberEntity>;
