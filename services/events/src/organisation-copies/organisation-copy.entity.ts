import { defineEntity, p } from '@leakwatch/platform';

/** What this service needs of an organisation. */
export const OrganisationCopyEntity = defineEntity({
  name: 'OrganisationCopy',
  tableName: 'organisation',
  schema: 'events',
  properties: { organisation_id: p.uuid().primary(), version: p.integer(), active: p.boolean() },
});
