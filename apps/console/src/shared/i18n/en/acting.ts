export const acting = {
  banner: 'You work in the name of “{{name}}” as staff until {{time}}',
  short: 'Until {{time}} as staff for “{{name}}”',
  end: 'End',
  end_failed: 'The work in the organisation’s name did not end',
  ended: 'You no longer work in the name of “{{name}}”',
  over: 'Work in the organisation’s name is over',
  support: 'Support',
};
