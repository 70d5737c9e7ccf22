import type { TaskChangeEntry, TaskLog, TechnicalNotification } from '@leakwatch/contracts';
import { TASK_ACTIONS, type TaskAction } from '@leakwatch/vocabulary';
import { minutesAgo, mockId } from '../ids.ts';

const HOSTILE = '<img src=x onerror="alert(1)">';

const SUMMARIES: Readonly<Record<TaskAction, string>> = {
  create: 'Задача создана',
  update: 'Задача изменена',
  start: 'Задача запущена',
  stop: 'Задача остановлена',
  start_right_now: 'Задача запущена вне очереди',
  confirm: 'Задача подтверждена',
  block: 'Задача заблокирована',
  delete: 'Задача удалена',
  session_start: 'Сессия начата',
  session_stop: 'Сессия завершена',
  session_timeout: 'Время сессии вышло',
};

const PARTS: TaskChangeEntry['changes'] = [
  { field: 'title', label: 'Название', old: ['Мониторинг биллинга'], new: [HOSTILE] },
  {
    field: 'patterns',
    label: 'Шаблоны',
    old: ['внешний домен: corp.example password'],
    new: ['token', 'secret', 'passwd', 'пароль', 'jdbc', 'vpn', 'ldap'].map((word) => `внешний домен: corp.example ${word}`),
  },
  { field: 'patterns_count', label: 'Число шаблонов', old: ['14'], new: ['20'] },
];

/** Every action, newest first; the second one changes much, with hostile texts. */
export const makeChanges = (count: number): TaskChangeEntry[] =>
  Array.from({ length: count }, (_, at): TaskChangeEntry => {
    const action = TASK_ACTIONS[at % TASK_ACTIONS.length] ?? 'update';
    const isSession = action.startsWith('session');
    const changes =
      action === 'update'
        ? PARTS
        : action === 'start' || action === 'stop'
          ? [
              action === 'start'
                ? { field: 'status', label: 'Состояние', old: ['остановлена'], new: ['работает'] }
                : { field: 'status', label: 'Состояние', old: ['работает'], new: ['остановлена'] },
            ]
          : [];
    return {
      id: mockId(20, at + 1),
      task_uuid: isSession ? null : mockId(2, (at % 5) + 1),
      task: isSession ? null : `Monitoring of billing ${(at % 5) + 1}`,
      task_archived: action === 'delete',
      user: at % 4 === 3 ? null : 'kovalenko',
      action,
      created: minutesAgo(at * 130),
      description: `<p>${SUMMARIES[action]}</p>`,
      summary: SUMMARIES[action],
      changes,
    };
  });

const LOGS = [
  ['git_repo', 'success', 'launch_done', 1840, null],
  ['git_repo', 'warning', 'launch_incomplete', 2, 'host_unreachable'],
  ['gitlab', 'danger', 'launch_failed', 0, 'authentication_required'],
  ['github', 'none', 'launch_cancelled', 0, null],
] as const;

export const makeTaskLogs = (count: number): TaskLog[] =>
  Array.from({ length: count }, (_, at): TaskLog => {
    const [source, type, code, number, error] = LOGS[at % LOGS.length] ?? LOGS[0];
    return {
      id: String(count - at),
      source_type: source,
      title: `Monitoring of billing ${(at % 5) + 1}`,
      log_type: type,
      message: { code, count: number, source, error_code: error },
      event_time: minutesAgo(at * 61),
    };
  });

export const makeNotifications = (count: number): TechnicalNotification[] =>
  Array.from({ length: count }, (_, at): TechnicalNotification => {
    const title = ['Репозиторий не читается: billing-core', 'Maintenance on Sunday', 'Время сессии вышло'][at % 3] ?? '';
    return {
      id: mockId(21, at + 1),
      title: at === 1 ? `${title} ${HOSTILE}` : title,
      message: 'Проверьте адрес и доступ.\nЕсли ошибка не исчезнет, обратитесь в поддержку.',
      active: at < 3,
      created: minutesAgo(at * 400),
      kind: (['repository_error', 'staff', 'session_ended'] as const)[at % 3] ?? 'staff',
    };
  });
