export const notifications = {
  title: 'Уведомления',
  technical: 'Технические',
  lead: 'Эти уведомления создают система и администратор.',
  refresh: 'Обновить',
  open: 'Открыто',
  closed: 'Закрыто',
  details: 'Подробнее',
  details_named: 'Подробнее: «{{title}}»',
  close: 'Закрыть',
  close_named: 'Закрыть уведомление «{{title}}»',
  close_title: 'Закрыть уведомление?',
  close_text: '«{{title}}» останется в списке закрытым. Открыть его снова нельзя.',
  close_all: 'Закрыть все',
  close_all_title: 'Закрыть все уведомления?',
  close_all_text: 'Открытых уведомлений: {{number}}. Они останутся в списке закрытыми.',
  closed_done: 'Закрыто',
  delete: 'Удалить',
  delete_named: 'Удалить уведомление «{{title}}»',
  delete_title: 'Удалить уведомление?',
  delete_text: '«{{title}}» удалится у всех пользователей организации.',
  delete_all: 'Удалить все',
  delete_all_title: 'Удалить все уведомления?',
  delete_all_text: 'Все уведомления ({{number}}), включая открытые, удалятся у всех пользователей организации.',
  deleted_done: 'Удалено',
  change_failed: 'Не удалось изменить уведомление',
  failed: 'Не удалось загрузить уведомления',
  empty: 'Уведомлений нет',
  empty_hint: 'Если источник перестанет читаться или срок обслуживания подойдёт к концу, вы узнаете об этом здесь.',
  missing: 'Такого уведомления нет',
  missing_hint: 'Его удалили, или оно принадлежит другой организации.',
};

declare module '../../../shared/i18n/catalogue.ts' {
  interface Catalogue {
    readonly notifications: typeof notifications;
  }
}
