export const eventStatus = {
  open: 'Open',
  in_progress: 'In progress',
  fixed: 'Fixed',
  false: 'False positive',
  blacklist: 'Blacklisted',
  auto_filtered: 'Auto-filtered',
  all: 'All',
  closed: 'Closed',
  custom: 'Custom: {{status}}',
};
