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
  check: {
    now: 'Проверить сейчас',
    all: 'Проверить все на странице',
    asked_one: 'Запущена {{count}} проверка',
    asked_few: 'Запущено {{count}} проверки',
    asked_many: 'Запущено {{count}} проверок',
    asked_other: 'Запущено {{count}} проверки',
    asked_none: 'Проверять нечего: последняя проверка ещё идёт или закончилась меньше полуминуты назад',
    not_asked: 'Проверка не запущена',
    last: 'Проверка {{time}}: {{outcome}}',
    state: {
      waiting: 'Идёт проверка…',
      unanswered: 'краулеры не ответили',
      works: 'работает',
      refused: 'источник не принимает учётную запись',
      limited: 'источник ограничил запросы до {{time}}',
      unavailable: 'источник не дал пригодного ответа',
      proxy_failed: 'прокси не соединяется с источником',
      no_proxy: 'у учётной записи нет прокси',
      busy: 'всё время занята краулером',
    },
  },
  save: 'Сохранить',
};

declare module '../catalogue.ts' {
  interface Catalogue {
    readonly pool: typeof pool;
  }
}
