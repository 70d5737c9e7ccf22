import type { MailText, MailTexts } from './mail-text.ts';

const FOOT = 'This mail was sent by Leakwatch. There is no need to reply.';

/** What to do about a change of which its owner knows nothing. */
const ADVICE = {
  session: 'All other sessions were ended. If this was not you, recover the password at once and tell your administrator:',
  token: 'If this was not you, revoke it in the settings, recover the password and tell your administrator:',
  chat: 'If this was not you, disconnect it in the settings, recover the password and tell your administrator:',
  asked: 'If you did not ask for it, recover the password at once and tell your administrator:',
  accepted: 'All sessions were ended. If you did not ask for it, recover the password at once and tell your administrator:',
};

const told =
  (what: string, advice = ADVICE.session): MailText['text'] =>
  ({ details }) =>
    `Hello,

${what}

When: ${details['at'] ?? ''}
Address: ${details['address'] ?? ''}
Program: ${details['device'] ?? ''}

${advice}

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
    text: told('A new API token was made for your account. The one before does not count any more.', ADVICE.token),
  },
  token_revoked: {
    subject: 'Leakwatch: API token revoked',
    text: told('The API token of your account was revoked.', ADVICE.asked),
  },
  telegram_connected: {
    subject: 'Leakwatch: a Telegram chat was connected',
    text: (values) =>
      told(
        `The Telegram chat ${values.details['chat'] ?? ''} was connected to your account: notifications arrive there.`,
        ADVICE.chat,
      )(values),
  },
  identity_request: {
    subject: 'Leakwatch: is it really them?',
    text: ({ link, details }) => `Hello,

${details['email'] ?? ''} lost the second factor and asks you to vouch for them. Before you do, make sure by phone or in person that it is really them who ask: whoever has their password could ask as well.

${link}

When: ${details['at'] ?? ''}
Address: ${details['address'] ?? ''}
Program: ${details['device'] ?? ''}

The link is good for 24 hours, and for one answer. Whoever accepts takes the second factor off that account.

${FOOT}
`,
  },
  identity_asked: {
    subject: 'Leakwatch: your identity is being checked',
    text: told(
      'Somebody who knows the password of your account asked colleagues and administrators to take its second factor off.',
      ADVICE.asked,
    ),
  },
  identity_accepted: {
    subject: 'Leakwatch: your identity was confirmed',
    text: told(
      'A colleague or an administrator confirmed your identity. The second factor of your account was taken off: sign in with your password.',
      ADVICE.accepted,
    ),
  },
  identity_declined: {
    subject: 'Leakwatch: your identity was not confirmed',
    text: told(
      'A colleague or an administrator declined to confirm your identity. The second factor of your account is as it was.',
      ADVICE.asked,
    ),
  },
};
