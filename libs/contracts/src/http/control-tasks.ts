import { done, idParams } from '../paging.ts';
import { defineRoute, type Method } from '../route.ts';

/** These calls are GET in the API; the console uses their POST twins. */
const confirm = <M extends Method>(method: M) =>
  defineRoute({
    method,
    path: '/api/control/tasks/{id}/confirm/',
    service: 'tasks',
    access: 'staff',
    changesState: true,
    summary: 'Confirm a task with all its waiting changes',
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
    summary: 'Stop a task and withdraw its confirmation',
    params: idParams,
    answer: done,
    errors: [],
  });

export const confirmTask = confirm('GET');
export const confirmTaskPost = confirm('POST');
export const blockTask = block('GET');
export const blockTaskPost = block('POST');
