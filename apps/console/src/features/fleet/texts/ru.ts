export const fleet = {
  sources: 'Источники',
  sources_lead:
    'Единица — запрос, канал или список, который читается один раз для всех задач, которым он нужен. У репозиториев git единиц нет, их запуски показаны ниже.',
  sources_failed: 'Не удалось загрузить источники',
  source: 'Источник',
  units: 'Единиц',
  backlog: 'В очереди',
  reading: 'Читается',
  oldest_wanted: 'Дольше всех ждёт',
  never_read: 'Ещё не прочитано',
  oldest_read: 'Прочитано раньше всех',
  failing: 'С ошибкой',
  launches: 'Запуски сейчас',
  launches_lead: 'Что ждёт или выполняется во всех организациях, начиная с самого давнего. Остановка запуска останавливает задачу.',
  launches_failed: 'Не удалось загрузить запуски',
  all_sources: 'Все источники',
  total_one: '{{count}} запуск',
  total_few: '{{count}} запуска',
  total_many: '{{count}} запусков',
  total_other: '{{count}} запуска',
  task: 'Задача',
  state: 'Состояние',
  states: { waiting: 'Ждёт очереди', released: 'В очереди или выполняется', cancelling: 'Останавливается' },
  trigger: 'Причина',
  triggers: { schedule: 'расписание', start: 'запуск задачи', staff: 'администратор' },
  created: 'Создан',
  last_activity: 'Последняя активность',
  actions: 'Действия',
  empty: 'Сейчас ничего не выполняется',
  empty_hint: 'Запуски появляются здесь, пока задачи ждут краулеров или проверяются.',
  nothing_matches: 'По этому источнику сейчас ничего не выполняется',
  clear: 'Показать все источники',
};

declare module '../../../shared/i18n/catalogue.ts' {
  interface Catalogue {
    readonly fleet: typeof fleet;
  }
}
