/** Charts of leaks by date, on several pages. */
export const chart = {
  drawing: 'Утечки по датам: стрелки переключают дни',
  by_date: 'Утечки по датам',
  day_one: '{{day}}: {{count}} утечка',
  day_few: '{{day}}: {{count}} утечки',
  day_many: '{{day}}: {{count}} утечек',
  day_other: '{{day}}: {{count}} утечек',
  no_leaks: 'утечек нет',
  view: 'Вид',
  bars: 'График',
  table: 'Таблица',
  as_table: 'Утечки по датам, таблица',
  date: 'Дата',
  total: 'Всего',
  nothing: 'За этот период утечек не найдено',
  failed: 'График сейчас недоступен',
};

declare module '../catalogue.ts' {
  interface Catalogue {
    readonly chart: typeof chart;
  }
}
