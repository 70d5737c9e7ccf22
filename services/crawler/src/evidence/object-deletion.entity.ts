import { defineEntity, p } from '@leakwatch/platform';

/** Kept content that no finding refers to yet: it is deleted at `due`, unless a finding is published before. */
export const ObjectDeletionEntity = defineEntity({
  name: 'ObjectDeletion',
  tableName: 'object_deletion',
  schema: 'crawler',
  properties: { object_key: p.text().primary(), due: p.datetime() },
});
