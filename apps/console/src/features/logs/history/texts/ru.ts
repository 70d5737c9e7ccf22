export const history = {
  title: 'История изменений задач',
  refresh: 'Обновить',
  failed: 'Не удалось загрузить историю',
  empty: 'Изменений пока нет',
  empty_hint: 'Здесь появится, кто и когда создал, изменил, запустил или остановил задачу.',
  nothing_matches: 'Под фильтры не подходит ни одно изменение',
  clear_filters: 'Сбросить фильтры',
  session: 'сессия',
  deleted: 'удалена',
  system: 'система',
  more: 'и ещё {{number}}',
  filter: {
    task: 'Задача',
    all_tasks: 'Все задачи',
    action: 'Действие',
    all_actions: 'Все действия',
    id: 'ID: {{id}}',
  },
  column: {
    created: 'Время',
    task: 'Задача',
    user: 'Пользователь',
    action: 'Действие',
    description: 'Что изменилось',
  },
  action: {
    create: 'Создание',
    update: 'Изменение',
    start: 'Запуск',
    stop: 'Остановка',
    start_right_now: 'Запуск вне очереди',
    confirm: 'Подтверждение',
    block: 'Блокировка',
    delete: 'Удаление',
    session_start: 'Начало сессии',
    session_stop: 'Завершение сессии',
    session_timeout: 'Время сессии истекло',
  },
};

declare module '../../../../shared/i18n/catalogue.ts' {
  interface Catalogue {
    readonly history: typeof history;
  }
}
