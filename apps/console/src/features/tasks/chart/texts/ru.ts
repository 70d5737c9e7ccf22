/** The chart of events on a task's page. */
export const taskChart = {
  title: 'Утечки по датам',
  drawing: 'Утечки по датам: стрелки переключают дни',
  by_date: 'Утечки по датам',
  day_one: '{{day}}: {{count}} утечка',
  day_few: '{{day}}: {{count}} утечки',
  day_many: '{{day}}: {{count}} утечек',
  day_other: '{{day}}: {{count}} утечек',
  no_leaks: 'утечек нет',
  pattern: 'Шаблон',
  all_patterns: 'Все шаблоны',
  no_pattern: 'Нет шаблона с таким названием и событиями',
  from: 'С',
  to: 'По',
  fault: { order: 'Конец раньше начала', too_long: 'Выберите не больше года' },
  view: 'Вид',
  bars: 'График',
  table: 'Таблица',
  as_table: 'Утечки по датам, таблица',
  date: 'Дата',
  total: 'Всего',
  utc: 'Дни по UTC',
  nothing: 'За этот период утечек не найдено',
  failed: 'График сейчас недоступен',
};

declare module '../../../../shared/i18n/catalogue.ts' {
  interface Catalogue {
    readonly taskChart: typeof taskChart;
  }
}
