import { TARIFF_TYPES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { defineMessage } from './envelope.ts';

/** The whole organisation with its tariff after each change; `version` rises with each. */
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
    // The next two are absent in messages of older versions.
    /** Whether the end was chosen; otherwise it follows from the start and the term of the tariff. */
    custom_time_limitations: z.boolean().default(false),
    /** Deleted for good: its tasks, events and reports go too, and no later message follows. `active` is false. */
    deleted: z.boolean().default(false),
    /** null for one that was deleted. */
    tariff: z
      .object({
        id: z.uuid(),
        type: z.enum(TARIFF_TYPES),
        task_limit: z.number().int(),
        pattern_limit: z.number().int(),
        patterns_per_task_limit: z.number().int(),
        // Optional, because messages from before these fields may still be in the log, or come from a service that runs the old version.
        time_limit_total_months: z.number().int().nullable().default(null),
        /** Only for count_launch. */
        launch_limit: z.number().int().nullable().default(null),
        /** In days; only for count_launch. */
        time_limit_per_launch: z.number().int().nullable().default(null),
      })
      .nullable(),
  }),
});
export type OrganisationChange = z.output<typeof organisationChangesV1.schema>;
