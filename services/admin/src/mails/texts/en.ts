import type { MailText, MailTexts } from './mail-text.ts';
import { recipientConfirm } from './recipient-confirm.ts';

const FOOTER = 'This is an automatic message from Leakwatch. Please do not reply.';

/** What to do about a change that the owner did not make. */
const ADVICE = {
  session: 'All other sessions have been ended. If this was not you, reset your password at once and notify your administrator:',
  token: 'If this was not you, revoke the token in the settings, reset your password and notify your administrator:',
  chat: 'If this was not you, disconnect the chat in the settings, reset your password and notify your administrator:',
  asked: 'If you did not request this, reset your password at once and notify your administrator:',
  accepted: 'All sessions have been ended. If you did not request this, reset your password at once and notify your administrator:',
};

const changeNotice =
  (what: string, advice = ADVICE.session): MailText['text'] =>
  ({ details }) =>
    `Hello,

${what}

When: ${details['at'] ?? ''}
Address: ${details['address'] ?? ''}
Device: ${details['device'] ?? ''}

${advice}

${details['forgot'] ?? ''}

${FOOTER}
`;

export const en: MailTexts = {
  recovery: {
    subject: 'Leakwatch: reset your password',
    text: ({ link }) => `Hello,

We received a request to reset the password of your account. To set a new password, open this link:

${link}

The link works once and expires in one hour. If you did not request this, ignore this mail: your password stays the same.

${FOOTER}
`,
  },
  welcome: {
    subject: 'Leakwatch: welcome',
    text: ({ link }) => `Hello,

A Leakwatch account has been created for you. To start, set a password:

${link}

The link works once and expires in seven days.

${FOOTER}
`,
  },
  password_changed: {
    subject: 'Leakwatch: your password was changed',
    text: changeNotice('The password of your account has been changed.'),
  },
  second_factor_on: {
    subject: 'Leakwatch: two-factor authentication is on',
    text: changeNotice('Two-factor authentication has been enabled for your account.'),
  },
  second_factor_off: {
    subject: 'Leakwatch: two-factor authentication is off',
    text: changeNotice('Two-factor authentication has been disabled for your account.'),
  },
  recovery_codes_made: {
    subject: 'Leakwatch: new recovery codes',
    text: changeNotice('New recovery codes have been created for your account. The previous codes no longer work.'),
  },
  token_generated: {
    subject: 'Leakwatch: new API token',
    text: changeNotice('A new API token has been created for your account. The previous token no longer works.', ADVICE.token),
  },
  token_revoked: {
    subject: 'Leakwatch: API token revoked',
    text: changeNotice('The API token of your account has been revoked.', ADVICE.asked),
  },
  telegram_connected: {
    subject: 'Leakwatch: a Telegram chat was connected',
    text: (values) =>
      changeNotice(
        `The Telegram chat ${values.details['chat'] ?? ''} has been connected to your account. Your notifications are sent to it.`,
        ADVICE.chat,
      )(values),
  },
  identity_request: {
    subject: 'Leakwatch: confirm a colleague’s identity',
    text: ({ link, details }) => `Hello,

${details['email'] ?? ''} has lost the second factor and asks you to confirm their identity. Before you confirm, check by phone or in person that the request really comes from them: anyone who knows their password could have sent it.

${link}

When: ${details['at'] ?? ''}
Address: ${details['address'] ?? ''}
Device: ${details['device'] ?? ''}

The link accepts one answer and expires in 24 hours. If you confirm, the second factor is removed from that account.

${FOOTER}
`,
  },
  identity_asked: {
    subject: 'Leakwatch: identity confirmation requested',
    text: changeNotice(
      'A person who knows the password of your account has asked your colleagues and administrators to remove its second factor.',
      ADVICE.asked,
    ),
  },
  identity_accepted: {
    subject: 'Leakwatch: your identity has been confirmed',
    text: changeNotice(
      'A colleague or an administrator has confirmed your identity. The second factor has been removed from your account: sign in with your password.',
      ADVICE.accepted,
    ),
  },
  identity_declined: {
    subject: 'Leakwatch: your identity has not been confirmed',
    text: changeNotice(
      'A colleague or an administrator has declined to confirm your identity. The second factor of your account has not changed.',
      ADVICE.asked,
    ),
  },
  recipient_confirm: recipientConfirm,
};
