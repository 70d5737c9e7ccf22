import { z } from 'zod';
import { taskChangesV1 } from '../bus/task-changes.v1.ts';
import { idParams } from '../paging.ts';
import { defineRoute } from '../route.ts';

export const internalTaskCounts = defineRoute({
  method: 'GET',
  path: '/internal/counts/tasks/',
  service: 'tasks',
  access: 'service',
  changesState: false,
  summary: "The caller's running tasks",
  answer: z.object({ tasks: z.number().int() }),
  errors: [],
});

/** Asked by the crawler for a task that the bus has not brought: a new one, or one whose messages were pruned. */
export const internalTask = defineRoute({
  method: 'GET',
  path: '/internal/tasks/{id}/',
  service: 'tasks',
  access: 'service',
  changesState: false,
  summary: 'A task as its messages tell it',
  params: idParams,
  answer: taskChangesV1.schema,
  errors: [],
});

/** Asked by the events service before it mails about a task: who is told now, not who was told of then. */
export const internalTaskRecipients = defineRoute({
  method: 'GET',
  path: '/internal/tasks/{id}/recipients/',
  service: 'tasks',
  access: 'service',
  changesState: false,
  summary: 'Title and recipients of a task; one that is deleted is not found',
  params: idParams,
  answer: z.object({ title: z.string(), recipients: z.array(z.string()) }),
  errors: [],
});

/** Asked by the crawler when it opens a remote: bus and jobs never carry credentials. */
export const internalRepositoryRemote = defineRoute({
  method: 'GET',
  path: '/internal/repositories/{id}/remote/',
  service: 'tasks',
  access: 'service',
  changesState: false,
  summary: 'The remote address of a repository with its credentials',
  params: idParams,
  answer: z.object({
    address: z.string(),
    credentials: z.object({ username: z.string(), password: z.string() }).nullable(),
  }),
  errors: [],
});
