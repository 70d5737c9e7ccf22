export const recipients = {
  title: 'Notifications by e-mail',
  lead_confirm:
    'The organisation “{{organisation}}” wants to send you notifications of Leakwatch about leaks that it found. Do you want to get them?',
  lead_stop: 'You get notifications of Leakwatch from the organisation “{{organisation}}”.',
  confirm: 'Get notifications',
  refuse: 'Refuse',
  stop: 'Stop the mails',
  confirmed: 'The address is confirmed. You will get the notifications of “{{organisation}}”.',
  stopped: 'You will get no more mails from “{{organisation}}”.',
  invalid: 'The link has expired or is incomplete',
  invalid_hint: 'Use the link in the newest mail, or ask the organisation to send a new one.',
  away: 'The link could not be checked',
};
