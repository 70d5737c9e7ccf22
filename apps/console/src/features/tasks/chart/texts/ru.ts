/** The chart of events on a task's page. */
export const taskChart = {
  title: 'Утечки по датам',
  pattern: 'Шаблон',
  all_patterns: 'Все шаблоны',
  no_pattern: 'Нет шаблона с таким названием и событиями',
  from: 'С',
  to: 'По',
  fault: { order: 'Конец раньше начала', too_long: 'Выберите не больше года' },
  utc: 'Дни по UTC',
};

declare module '../../../../shared/i18n/catalogue.ts' {
  interface Catalogue {
    readonly taskChart: typeof taskChart;
  }
}
