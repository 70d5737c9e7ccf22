export const password = {
  title: {
    recovery: 'New password',
    welcome: 'Welcome',
    due: 'Set your own password',
  },
  lead: {
    recovery: 'Set a new password. All open sessions will end.',
    welcome: 'Set the password that you will sign in with.',
    due: 'An administrator chose the password of this account. Set your own password to continue.',
  },
  show: 'Show or hide the password',
  old: 'Old password',
  fresh: 'New password',
  repeat: 'New password again',
  differ: 'Passwords do not match',
  rules: 'Password requirements',
  rule: {
    length: 'More than eight characters',
    upper: 'An uppercase letter',
    lower: 'A lowercase letter',
    digit: 'A digit',
  },
  kept: 'met',
  not_kept: 'not met',
  change: 'Change the password',
  changed: 'The password was changed',
  set: 'Set the password',
  set_done: 'The password is set. Sign in with it now.',
  failed: 'The password could not be changed',
  check_failed: 'Check failed: the link was used, has expired or is incomplete.',
  check_failed_hint: {
    recovery: 'A link is valid for one hour and can be used once.',
    welcome:
      'The link is valid for seven days and can be used once. If you have set a password, sign in; if not, ask your administrator for a new link.',
  },
  ask_again: 'Request a new link',
  check_away: 'The link could not be checked',
};
