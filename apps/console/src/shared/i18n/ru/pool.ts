/** What the pages of proxies and of service accounts have in common. */
export const pool = {
  refresh: 'Обновить',
  clear: 'Сбросить фильтры',
  proxy_state: { ready: 'Готов', busy: 'Занят', blocked: 'Заблокирован' },
  reason: {
    staff: 'Вручную',
    company_changed: 'Сменилась организация: задайте новый пароль',
    refused: 'Источник не принимает учётную запись: задайте новый пароль',
    proxy_failed: 'Несколько сбоев подряд',
  },
  reserved: 'Только для поиска репозиториев',
  reserved_hint: 'Для кнопки «Найти репозитории» в форме задачи. При проверках не используется.',
  password: 'Пароль',
  show_password: 'Показать или скрыть пароль',
  password_kept: 'Сохранён. Оставьте поле пустым, чтобы не менять.',
  login: 'Логин',
  open_task: 'Открыть задачу',
  edit: 'Изменить',
  edit_named: 'Изменить: {{name}}',
  actions: 'Действия',
  actions_named: 'Действия: {{name}}',
  action: {
    reset: 'Сбросить состояние',
    block: 'Заблокировать',
    unblock: 'Разблокировать',
    unlink: 'Отвязать',
    delete: 'Удалить',
  },
  save: 'Сохранить',
};

declare module '../catalogue.ts' {
  interface Catalogue {
    readonly pool: typeof pool;
  }
}
