import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { startErrors } from '../tasks/tasks.ts';

/** Maximum number of tasks of one start, far above the limits of tariffs. */
const MAX_TASKS = 1000;
const company = z.object({ companyId: z.uuid() });

export const startSession = defineRoute({
  method: 'POST',
  path: '/api/tasks/{companyId}/start_session/',
  service: 'tasks',
  access: 'user',
  changesState: true,
  summary: 'Start several tasks in one launch session, all or none; they join an open one',
  params: company,
  body: z.object({ taskIds: z.array(z.uuid()).min(1).max(MAX_TASKS) }),
  /** 39 bytes for an id. */
  bodyBytes: 64 * 1024,
  answer: z.object({ started: z.number().int(), launch_used: z.boolean(), end_time: z.iso.datetime() }),
  errors: ['organisation_unknown', 'session_not_in_tariff', ...startErrors],
});

export const stopSession = defineRoute({
  method: 'POST',
  path: '/api/tasks/{companyId}/stop_session/',
  service: 'tasks',
  access: 'user',
  changesState: true,
  summary: 'Stop all tasks of the launch session and end it; its launch stays used',
  params: company,
  /** `message` is a code; the console has its text. */
  answer: z.object({ message: z.literal('session_stopped'), stopped: z.number().int() }),
  errors: ['organisation_unknown', 'session_missing', 'session_timeout'],
});
