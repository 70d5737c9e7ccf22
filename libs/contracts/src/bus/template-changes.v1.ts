import { z } from 'zod';
import { defineMessage } from './envelope.ts';

/** The whole keyword set after each change. */
export const templateChangesV1 = defineMessage({
  topic: 'template-changes.v1',
  keyOf: (template) => template.keyword_set.id,
  schema: z.object({
    keyword_set: z.object({
      id: z.uuid(),
      version: z.number().int(),
      name: z.string(),
      deleted: z.boolean(),
      keywords: z.array(z.object({ id: z.uuid(), name: z.string() })),
    }),
  }),
});
export type TemplateChange = z.output<typeof templateChangesV1.schema>;
