/** The chart of events on a task's page. */
export const taskChart = {
  title: 'Leaks by date',
  pattern: 'Pattern',
  all_patterns: 'All patterns',
  no_pattern: 'No pattern with this name has events',
  from: 'From',
  to: 'To',
  fault: { order: 'The end is before the beginning', too_long: 'Choose at most one year' },
  utc: 'Days in UTC',
};
