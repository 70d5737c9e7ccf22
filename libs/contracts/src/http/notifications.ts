import { NOTIFICATION_KINDS } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { done, idParams, page, pageQuery } from '../paging.ts';
import { defineRoute, type Method } from '../route.ts';

const TITLE_MAX = 200;
const MESSAGE_MAX = 4000;
const text = (max: number) => z.string().trim().min(1).max(max);

export const notification = z.object({
  id: z.uuid(),
  /** In the reader's language when the system made it, as typed when staff wrote it. */
  title: z.string(),
  message: z.string(),
  /** Whether it is open; a closed one can only be deleted. */
  active: z.boolean(),
  created: z.iso.datetime(),
  kind: z.enum(NOTIFICATION_KINDS),
});
export type TechnicalNotification = z.output<typeof notification>;

const own = { service: 'admin', access: 'user' } as const;
const errors = ['not_in_organisation'] as const;

export const listNotifications = defineRoute({
  ...own,
  method: 'GET',
  path: '/api/notifications/',
  changesState: false,
  summary: "List technical notifications of the caller's organisation, newest first",
  query: pageQuery,
  answer: page(notification),
  errors,
});

export const getNotification = defineRoute({
  ...own,
  method: 'GET',
  path: '/api/notifications/{id}/',
  changesState: false,
  summary: 'Get one technical notification',
  params: idParams,
  answer: notification,
  errors,
});

export const deleteNotification = defineRoute({
  ...own,
  method: 'DELETE',
  path: '/api/notifications/{id}/',
  changesState: true,
  summary: 'Delete one technical notification',
  params: idParams,
  answer: done,
  errors,
});

/** These calls are GET in the API; the console uses their POST twins. */
const closeOne = <M extends Method>(method: M) =>
  defineRoute({
    ...own,
    method,
    path: '/api/notifications/{id}/close/',
    changesState: true,
    summary: 'Close one technical notification',
    params: idParams,
    answer: done,
    errors,
  });
const changed = z.object({ changed: z.number().int() });
const closeAll = <M extends Method>(method: M) =>
  defineRoute({
    ...own,
    method,
    path: '/api/notifications/close/',
    changesState: true,
    summary: 'Close all technical notifications',
    answer: changed,
    errors,
  });
const clearAll = <M extends Method>(method: M) =>
  defineRoute({
    ...own,
    method,
    path: '/api/notifications/clear/',
    changesState: true,
    summary: 'Delete all technical notifications',
    answer: changed,
    errors,
  });

export const closeNotification = closeOne('GET');
export const closeNotificationPost = closeOne('POST');
export const closeNotifications = closeAll('GET');
export const closeNotificationsPost = closeAll('POST');
export const clearNotifications = clearAll('GET');
export const clearNotificationsPost = clearAll('POST');

export const createNotification = defineRoute({
  method: 'POST',
  path: '/api/control/notifications/',
  service: 'admin',
  access: 'staff',
  changesState: true,
  summary: 'Write a technical notification to an organisation',
  body: z.object({ organisation: z.uuid(), title: text(TITLE_MAX), message: text(MESSAGE_MAX) }),
  answer: idParams,
  errors: ['organisation_not_found'],
});
