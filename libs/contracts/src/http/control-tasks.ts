import { done, idParams } from '../paging.ts';
import { defineRoute, type Method } from '../route.ts';

/** The documents give these calls as GET; each has a POST twin, which the console uses. */
const confirm = <M extends Method>(method: M) =>
  defineRoute({
    method,
    path: '/api/control/tasks/{id}/confirm/',
    service: 'tasks',
    access: 'staff',
    changesState: true,
    summary: 'Confirm a task with everything that waits in it',
    params: idParams,
    answer: done,
    errors: [],
  });

const block = <M extends Method>(method: M) =>
  defineRoute({
    method,
    path: '/api/control/tasks/{id}/block/',
    service: 'tasks',
    access: 'staff',
    changesState: true,
    summary: 'Stop a task and take its confirmation back',
    params: idParams,
    answer: done,
    errors: [],
  });

export const confirmTask = confirm('GET');
export const confirmTaskPost = confirm('POST');
export const blockTask = block('GET');
export const blockTaskPost = block('POST');
