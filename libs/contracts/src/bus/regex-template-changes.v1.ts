import { SEVERITIES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { defineMessage } from './envelope.ts';

/** A whole regex template after each change. */
export const regexTemplateChangesV1 = defineMessage({
  topic: 'regex-template-changes.v1',
  keyOf: (template) => template.id,
  schema: z.object({
    id: z.uuid(),
    version: z.number().int(),
    name: z.string(),
    regex: z.string(),
    hint: z.string(),
    severity: z.enum(SEVERITIES),
    deleted: z.boolean(),
  }),
});
export type RegexTemplateChange = z.output<typeof regexTemplateChangesV1.schema>;
