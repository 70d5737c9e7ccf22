import { defineEntity, p } from '@leakwatch/platform';

/** What this service needs of an organisation. */
export const OrganisationCopyEntity = defineEntity({
  name: 'OrganisationCopy',
  tableName: 'organisation',
  schema: 'reports',
  properties: {
    organisation_id: p.uuid().primary(),
    version: p.integer(),
    name: p.text(),
    active: p.boolean(),
    starts_at: p.datetime(),
    expires_at: p.datetime(),
  },
});
