import type { MailText, MailTexts } from './mail-text.ts';

const FOOT = 'This mail was sent by Leakwatch. There is no need to reply.';

/** Where nothing was ended, there is nothing to say of it. */
const SESSIONS_ENDED = 'All other sessions were ended. ';

const told =
  (what: string, sessions = SESSIONS_ENDED): MailText['text'] =>
  ({ details }) =>
    `Hello,

${what}

When: ${details['at'] ?? ''}
Address: ${details['address'] ?? ''}
Program: ${details['device'] ?? ''}

${sessions}If this was not you, recover the password at once and tell your administrator:

${details['forgot'] ?? ''}

${FOOT}
`;

export const en: MailTexts = {
  recovery: {
    subject: 'Leakwatch: password recovery',
    text: ({ link }) => `Hello,

Somebody, hopefully you, asked to recover the password of your account. Open this link to set a new one:

${link}

The link is good for one hour, and for one use. If you did not ask, do nothing: your password stays as it is.

${FOOT}
`,
  },
  welcome: {
    subject: 'Leakwatch: welcome',
    text: ({ link }) => `Hello,

An account in Leakwatch was made for you. Set a password to begin:

${link}

The link is good for seven days, and for one use.

${FOOT}
`,
  },
  password_changed: {
    subject: 'Leakwatch: your password was changed',
    text: told('The password of your account was changed.'),
  },
  second_factor_on: {
    subject: 'Leakwatch: two-factor authentication is on',
    text: told('Two-factor authentication of your account was switched on.'),
  },
  second_factor_off: {
    subject: 'Leakwatch: two-factor authentication is off',
    text: told('Two-factor authentication of your account was switched off.'),
  },
  recovery_codes_made: {
    subject: 'Leakwatch: new recovery codes',
    text: told('New recovery codes were made for your account. The old ones do not count any more.'),
  },
  token_generated: {
    subject: 'Leakwatch: new API token',
    text: told('A new API token was made for your account. The one before does not count any more.', ''),
  },
};
