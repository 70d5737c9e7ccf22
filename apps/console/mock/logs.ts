import type {
  AnswerOf,
  clearTaskLogsPost,
  closeNotificationPost,
  closeNotificationsPost,
  getNotification,
  listNotifications,
  listTaskChanges,
  listTaskLogs,
  listUserActivity,
  TechnicalNotification,
} from '@leakwatch/contracts';
import { auditKinds } from '@leakwatch/vocabulary';
import { minutesAgo } from './ids.ts';
import { type Call, Refusal } from './refusal.ts';

const pageOf = <T>(all: readonly T[], query: URLSearchParams) => {
  const offset = Number(query.get('offset') ?? 0);
  return { count: all.length, results: all.slice(offset, offset + Number(query.get('limit') ?? 10)) };
};

const oneOf = ({ world, id }: Call): TechnicalNotification => {
  const found = world.notifications.find((one) => one.id === id);
  if (found === undefined) throw new Refusal(404, 'not_found');
  return found;
};

const logs = {
  changes: ({ world, query }: Call): AnswerOf<typeof listTaskChanges> => {
    const [task, action] = [query.get('task') ?? 'all', query.get('action')];
    const found = world.changes.filter(
      (entry) => (task === 'all' || entry.task_uuid === task) && (action === null || entry.action === action),
    );
    return pageOf(found, query);
  },
  tasks: ({ world, query }: Call): AnswerOf<typeof listTaskLogs> => pageOf(world.taskLogs, query),
  clear: ({ world }: Call): AnswerOf<typeof clearTaskLogsPost> => {
    world.taskLogs = [];
    return { ok: true };
  },
  users: ({ world, query }: Call): AnswerOf<typeof listUserActivity> => {
    const all = world.scenario === 'empty' ? [] : auditKinds('company');
    return pageOf(
      all.map((description, at) => ({
        id: String(at),
        user: at % 3 === 2 ? 'kovalenko' : 'irina',
        company: at % 7 === 6 ? null : 'ООО «Пример»',
        description,
        created: minutesAgo(at * 44),
      })),
      query,
    );
  },
};

const notifications = {
  list: ({ world, query }: Call): AnswerOf<typeof listNotifications> => pageOf(world.notifications, query),
  get: (call: Call): AnswerOf<typeof getNotification> => oneOf(call),
  close: (call: Call): AnswerOf<typeof closeNotificationPost> => {
    const { id } = oneOf(call);
    call.world.notifications = call.world.notifications.map((one) => (one.id === id ? { ...one, active: false } : one));
    return { ok: true };
  },
  remove: (call: Call): AnswerOf<typeof closeNotificationPost> => {
    const { id } = oneOf(call);
    call.world.notifications = call.world.notifications.filter((one) => one.id !== id);
    return { ok: true };
  },
  closeAll: ({ world }: Call): AnswerOf<typeof closeNotificationsPost> => {
    const changed = world.notifications.filter((one) => one.active).length;
    world.notifications = world.notifications.map((one) => ({ ...one, active: false }));
    return { changed };
  },
  clear: ({ world }: Call): AnswerOf<typeof closeNotificationsPost> => {
    const changed = world.notifications.length;
    world.notifications = [];
    return { changed };
  },
};

export const LOG_HANDLERS: readonly (readonly [string, (call: Call) => unknown])[] = [
  ['GET /api/logs/task-changing/', logs.changes],
  ['GET /api/logs/tasks/', logs.tasks],
  ['POST /api/logs/tasks/clear/', logs.clear],
  ['GET /api/users/activity/', logs.users],
  ['GET /api/notifications/', notifications.list],
  ['POST /api/notifications/close/', notifications.closeAll],
  ['POST /api/notifications/clear/', notifications.clear],
  ['GET /api/notifications/{id}/', notifications.get],
  ['POST /api/notifications/{id}/close/', notifications.close],
  ['DELETE /api/notifications/{id}/', notifications.remove],
];
