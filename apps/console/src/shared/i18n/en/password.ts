export const password = {
  title: {
    recovery: 'New password',
    welcome: 'Welcome',
    due: 'Set your own password',
  },
  lead: {
    recovery: 'Set a new password. All open sessions will end.',
    welcome: 'Set the password that you will sign in with.',
    due: 'An administrator chose the password of this account. Set your own before you go on.',
  },
  show: 'Show or hide the password',
  old: 'Old password',
  fresh: 'New password',
  repeat: 'New password again',
  differ: 'Passwords do not match',
  rules: 'Rules for a password',
  rule: {
    length: 'More than eight characters',
    upper: 'An uppercase letter',
    lower: 'A lowercase letter',
    digit: 'A digit',
  },
  kept: 'kept',
  not_kept: 'not kept',
  change: 'Change the password',
  changed: 'The password was changed',
  set: 'Set the password',
  set_done: 'The password is set. Sign in with it now.',
  failed: 'The password could not be changed',
  check_failed: 'Check failed: the link was used, has expired or is incomplete.',
  check_failed_hint: {
    recovery: 'A link is good for one hour and for one use.',
    welcome:
      'The link is good for seven days and for one use. If you have set a password, sign in; if not, ask your administrator for another link.',
  },
  ask_again: 'Ask for a new link',
  check_away: 'The link could not be checked',
};
