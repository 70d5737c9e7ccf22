import { FILTER_MODES, PATTERN_KINDS, SEARCH_TYPES, SOURCE_TYPES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { defineMessage } from './envelope.ts';

/** The whole task, as other services need it, after each change; `version` rises with each. */
export const taskChangesV1 = defineMessage({
  topic: 'task-changes.v1',
  keyOf: (task) => `${task.organisation_id}:${task.task_id}`,
  schema: z.object({
    task_id: z.uuid(),
    organisation_id: z.uuid(),
    version: z.number().int(),
    title: z.string(),
    running: z.boolean(),
    archived: z.boolean(),
    /** False while staff must confirm the task first, or have blocked it. Optional: older messages do not have it. */
    confirmed: z.boolean().optional(),
    /** Of an archived task: its events are deleted with it. Optional: older messages do not have it. */
    delete_events: z.boolean().default(false),
    source_types: z.array(z.enum(SOURCE_TYPES)),
    /** How each source is searched; by_code where nothing is given, as in older messages. */
    search_types: z.partialRecord(z.enum(SOURCE_TYPES), z.enum(SEARCH_TYPES)).optional(),
    /** Names of the Telegram channels that the task reads; none in older messages. */
    telegram_channels: z.array(z.string()).optional(),
    patterns: z.array(z.object({ id: z.uuid(), kind: z.enum(PATTERN_KINDS), text: z.string() })),
    filter_keywords: z.array(z.string()),
    filter_mode: z.enum(FILTER_MODES),
    repositories: z.array(
      z.object({
        id: z.uuid(),
        title: z.string(),
        url: z.string(),
        default_branch: z.string(),
        /** The remote without credentials. */
        address: z.string(),
        /** Empty for a public remote; a fingerprint of the credentials otherwise: mirrors are never shared across scopes. */
        credential_scope: z.string(),
      }),
    ),
  }),
});
export type TaskChange = z.output<typeof taskChangesV1.schema>;
