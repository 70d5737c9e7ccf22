export const logs = {
  title: 'История активности',
  tab: { tasks: 'Задачи', users: 'Пользователи', events: 'События' },
  refresh: 'Обновить',
  clear: 'Очистить',
  clear_title: 'Очистить журнал задач?',
  clear_text: 'Записи журнала вашей организации удалятся, вернуть их будет нельзя. Задачи, события и история изменений останутся.',
  cleared: 'Журнал очищен',
  clear_failed: 'Не удалось очистить журнал',
  failed: 'Не удалось загрузить журнал',
  empty: 'Записей пока нет',
  empty_hint: 'Здесь появятся результаты проверок источников ваших задач.',
  users_failed: 'Не удалось загрузить действия пользователей',
  users_empty: 'Действий пока нет',
  users_empty_hint: 'Здесь появятся входы и другие действия пользователей организации.',
  no_company: 'без организации',
  column: {
    source: 'Источник',
    task: 'Задача',
    type: 'Итог',
    message: 'Сообщение',
    time: 'Время',
    user: 'Пользователь',
    company: 'Организация',
    description: 'Действие',
  },
  type: { success: 'Успешно', warning: 'Не полностью', danger: 'Ошибка', none: 'Прервано' },
  message: {
    launch_done: '{{source}}: проверка закончена, прочитано документов: {{number}}.',
    launch_incomplete: '{{source}}: не прочитано репозиториев, запросов или каналов: {{number}}.',
    launch_failed: '{{source}}: проверка не удалась.',
    launch_cancelled: '{{source}}: проверка прервана, задачу остановили.',
  },
};

declare module '../../../shared/i18n/catalogue.ts' {
  interface Catalogue {
    readonly logs: typeof logs;
  }
}
