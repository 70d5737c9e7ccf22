export const statistics = {
  title: 'Event statistics',
  lead: 'How many events of an organisation were created. Events that were deleted with their task are not counted.',
  choose: 'Choose an organisation',
  show: 'Show',
  none: 'No organisation is chosen',
  none_hint: 'Choose an organisation and press “Show”.',
  last_day: 'Last day',
  last_month: 'Last month',
  note_last_day: 'By hour',
  note_last_month: 'Days in UTC',
};
