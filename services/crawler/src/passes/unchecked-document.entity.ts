import { defineEntity, p } from '@leakwatch/platform';

/** A document of a mirror against which expressions of a task were too expensive to be matched. */
export const UncheckedDocumentEntity = defineEntity({
  name: 'UncheckedDocument',
  tableName: 'unchecked_document',
  schema: 'crawler',
  properties: {
    mirror_id: p.uuid().primary(),
    task_id: p.uuid().primary(),
    ordinal: p.bigint('string').primary(),
    organisation_id: p.uuid(),
    /** Empty where there were more than are listed. */
    pattern_ids: p.array().$type<string[]>(),
  },
});
