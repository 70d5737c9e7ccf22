export const palette = {
  title: 'Command palette',
  placeholder: 'A page, task, saved view, event ID or action',
  results: 'Results',
  open_event: 'Open the event',
  found_one: '{{count}} result',
  found_other: '{{count}} results',
  nothing: 'Nothing found. Tasks and views are found by a part of the name, events by the whole ID.',
  partial: 'Some tasks or views could not be loaded.',
  group: {
    recent: 'Recently used',
    event: 'Event',
    action: 'Actions',
    view: 'Saved views',
    task: 'Tasks',
    page: 'Pages',
    console: 'Console',
  },
};
