import { defineEntity, p } from '@leakwatch/platform';

/**
 * A file that will be deleted at `due`. A file is listed here before it is stored, until its report claims it: a process
 * that dies in between leaves no file behind. Keys hold ids only.
 */
export const FileDeletionEntity = defineEntity({
  name: 'FileDeletion',
  tableName: 'file_deletion',
  schema: 'reports',
  properties: { object_key: p.text().primary(), due: p.datetime() },
});
