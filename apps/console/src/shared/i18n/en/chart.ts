/** Charts of leaks by date, on several pages. */
export const chart = {
  drawing: 'Leaks by date: use the arrow keys to move between days',
  by_date: 'Leaks by date',
  day_one: '{{day}}: {{count}} leak',
  day_other: '{{day}}: {{count}} leaks',
  no_leaks: 'no leaks',
  view: 'View',
  bars: 'Chart',
  table: 'Table',
  as_table: 'Leaks by date, as a table',
  date: 'Date',
  total: 'Total',
  nothing: 'No leaks were found in this period',
  failed: 'The chart is not available now',
};
