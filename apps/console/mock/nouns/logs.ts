import {
  clearNotificationsPost,
  clearTaskLogsPost,
  closeNotificationPost,
  closeNotificationsPost,
  deleteNotification,
  getNotification,
  listNotifications,
  listTaskChanges,
  listTaskLogs,
  listUserActivity,
  type TechnicalNotification,
} from '@leakwatch/contracts';
import { auditKinds } from '@leakwatch/vocabulary';
import { handle } from '../handle.ts';
import { DONE, notFound, pageOf } from '../replies.ts';
import { minutesAgo } from '../ids.ts';
import type { World } from '../world.ts';

function notificationOf(world: World, id: string): TechnicalNotification {
  const found = world.notifications.find((one) => one.id === id);
  if (found === undefined) throw notFound();
  return found;
}

/** Histories, logs and technical notifications. */
export const HANDLERS = [
  handle(listTaskChanges, ({ world, query }) => {
    const { task, action } = query;
    const found = world.changes.filter(
      (entry) => (task === 'all' || entry.task_uuid === task) && (action === undefined || entry.action === action),
    );
    return pageOf(found, query);
  }),
  handle(listTaskLogs, ({ world, query }) => pageOf(world.taskLogs, query)),
  handle(clearTaskLogsPost, ({ world }) => {
    world.taskLogs = [];
    return DONE;
  }),
  handle(listUserActivity, ({ world, query }) => {
    const all = world.scenario === 'empty' ? [] : auditKinds('company');
    const rows = all.map((description, at) => ({
      id: String(at),
      user: at % 3 === 2 ? 'kovalenko' : 'irina',
      company: at % 7 === 6 ? null : 'ООО «Пример»',
      description,
      created: minutesAgo(at * 44),
    }));
    return pageOf(rows, query);
  }),
  handle(listNotifications, ({ world, query }) => pageOf(world.notifications, query)),
  handle(getNotification, ({ world, params }) => notificationOf(world, params.id)),
  handle(closeNotificationPost, ({ world, params }) => {
    const { id } = notificationOf(world, params.id);
    world.notifications = world.notifications.map((one) => (one.id === id ? { ...one, active: false } : one));
    return DONE;
  }),
  handle(deleteNotification, ({ world, params }) => {
    const { id } = notificationOf(world, params.id);
    world.notifications = world.notifications.filter((one) => one.id !== id);
    return DONE;
  }),
  handle(closeNotificationsPost, ({ world }) => {
    const changed = world.notifications.filter((one) => one.active).length;
    world.notifications = world.notifications.map((one) => ({ ...one, active: false }));
    return { changed };
  }),
  handle(clearNotificationsPost, ({ world }) => {
    const changed = world.notifications.length;
    world.notifications = [];
    return { changed };
  }),
];
