import { z } from 'zod';
import { taskChangesV1 } from '../../bus/task-changes.v1.ts';
import { idParams } from '../../paging.ts';
import { defineRoute } from '../../route.ts';

export const internalTaskCounts = defineRoute({
  method: 'GET',
  path: '/internal/counts/tasks/',
  service: 'tasks',
  access: 'service',
  changesState: false,
  summary: "Count the caller's running tasks",
  answer: z.object({ tasks: z.number().int() }),
  errors: [],
});

/** The crawler calls it for a task that it has no message of: a new one, or one whose messages were pruned. */
export const internalTask = defineRoute({
  method: 'GET',
  path: '/internal/tasks/{id}/',
  service: 'tasks',
  access: 'service',
  changesState: false,
  summary: 'Get a task in the shape of its messages',
  params: idParams,
  answer: taskChangesV1.schema,
  errors: [],
});

/** The events service calls it when it makes a digest, so that the current recipients count. */
export const internalTaskRecipients = defineRoute({
  method: 'GET',
  path: '/internal/tasks/{id}/recipients/',
  service: 'tasks',
  access: 'service',
  changesState: false,
  summary: 'Get the title and recipients of a task; a deleted task is not found',
  params: idParams,
  answer: z.object({ title: z.string(), recipients: z.array(z.string()) }),
  errors: [],
});

/** The reports service calls it before it shows a chart, so that another organisation's task is not found there either. */
export const internalTaskTitle = defineRoute({
  method: 'GET',
  path: '/internal/tasks/{id}/title/',
  service: 'tasks',
  access: 'service',
  changesState: false,
  summary: 'Get the title of a task that the caller sees; a deleted task is not found',
  params: idParams,
  answer: z.object({ title: z.string() }),
  errors: [],
});

/** The crawler calls it when it opens a remote, because bus and jobs never carry credentials. */
export const internalRepositoryRemote = defineRoute({
  method: 'GET',
  path: '/internal/repositories/{id}/remote/',
  service: 'tasks',
  access: 'service',
  changesState: false,
  summary: 'Get the remote address of a repository with its credentials',
  params: idParams,
  answer: z.object({
    address: z.string(),
    credentials: z.object({ username: z.string(), password: z.string() }).nullable(),
  }),
  errors: [],
});
