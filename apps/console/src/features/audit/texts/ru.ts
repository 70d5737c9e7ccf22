export const audit = {
  title: 'Журнал аудита',
  lead: 'События учётных записей и действия сотрудников, сначала новые. Изменить или удалить записи здесь нельзя.',
  filters: 'Фильтры',
  person: 'E-mail или id пользователя',
  kind: 'Действие',
  all_kinds: 'Все действия',
  text: 'Адрес или подробности',
  from: 'С',
  to: 'По',
  clear: 'Сбросить фильтры',
  time: 'Время',
  actor: 'Кто',
  account: 'Чья учётная запись',
  organisation: 'Организация',
  address: 'Адрес',
  details: 'Подробности',
  deleted: 'Учётная запись удалена',
  before: 'было: {{value}}',
  none: 'нет значения',
  nothing: 'Записей не найдено',
  nothing_hint: 'Измените фильтры или выберите более длинный период.',
  searched_to: 'Просмотрены записи до {{time}}.',
  search_on: 'Искать в более старых',
  older: 'Более старые записи',
  newest: 'Самые новые записи',
  failed: 'Не удалось загрузить журнал аудита',
  export: 'Экспорт в CSV',
  export_hint: 'Записи, которые соответствуют фильтрам, не больше {{count}}',
  export_failed: 'Не удалось экспортировать журнал аудита',
};

declare module '../../../shared/i18n/catalogue.ts' {
  interface Catalogue {
    readonly audit: typeof audit;
  }
}
