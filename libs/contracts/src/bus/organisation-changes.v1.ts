import { TARIFF_TYPES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { defineMessage } from './envelope.ts';

/** An organisation with its tariff, whole, after each change; `version` grows with each. */
export const organisationChangesV1 = defineMessage({
  topic: 'organisation-changes.v1',
  keyOf: (organisation) => organisation.organisation_id,
  schema: z.object({
    organisation_id: z.uuid(),
    version: z.number().int(),
    name: z.string(),
    active: z.boolean(),
    trusted: z.boolean(),
    starts_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    tariff: z
      .object({
        id: z.uuid(),
        type: z.enum(TARIFF_TYPES),
        task_limit: z.number().int(),
        pattern_limit: z.number().int(),
        patterns_per_task_limit: z.number().int(),
        // Newer than the first version of the message, which may still be on its way or be sent beside this one.
        time_limit_total_months: z.number().int().nullable().default(null),
        /** count_launch alone. */
        launch_limit: z.number().int().nullable().default(null),
        /** In days; count_launch alone. */
        time_limit_per_launch: z.number().int().nullable().default(null),
      })
      .nullable(),
  }),
});
export type OrganisationChange = z.output<typeof organisationChangesV1.schema>;
