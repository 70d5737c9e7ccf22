/** График событий на странице задачи. */
export const taskChart = {
  title: 'Утечки по датам',
  drawing: 'Утечки по датам: стрелки переходят от дня к дню',
  by_date: 'Утечки по датам',
  day_one: '{{day}}: {{count}} утечка',
  day_few: '{{day}}: {{count}} утечки',
  day_many: '{{day}}: {{count}} утечек',
  day_other: '{{day}}: {{count}} утечек',
  no_leaks: 'утечек нет',
  pattern: 'Шаблон',
  all_patterns: 'Все шаблоны',
  no_pattern: 'Такого шаблона с событиями нет',
  from: 'С',
  to: 'По',
  fault: { order: 'Раньше начала', too_long: 'Не больше года' },
  view: 'Вид',
  bars: 'График',
  table: 'Таблица',
  as_table: 'Утечки по датам, таблица',
  date: 'Дата',
  total: 'Всего',
  utc: 'Дни по UTC',
  nothing: 'За эти дни утечек не найдено',
  failed: 'График сейчас недоступен',
};

declare module '../../../../shared/i18n/catalogue.ts' {
  interface Catalogue {
    readonly taskChart: typeof taskChart;
  }
}
