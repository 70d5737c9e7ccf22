export const service = {
  inactive: 'Your organisation is inactive: its tasks are stopped, and events, comments and tasks can only be read.',
  not_begun:
    'The service of your organisation has not begun: you can prepare tasks now, and start them and make reports from its first day.',
  ended:
    'The service of your organisation has ended: its tasks are stopped, and no task starts. Its events can be triaged, but not reported.',
  none: 'Your account belongs to no organisation: there are no events, tasks and reports for it.',
  ask: 'Contact your administrator.',
  ask_at: 'Contact: {{contact}}.',
  dates: 'Tariff and dates',
  refuses: {
    none: 'Your account belongs to no organisation',
    inactive: 'Not while your organisation is inactive',
    not_begun: 'Not before the service of your organisation begins',
    ended: 'The service of your organisation has ended',
  },
};
