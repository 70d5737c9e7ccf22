import type { MailTexts } from './mail-text.ts';

const FOOT = 'This mail was sent by Leakwatch. There is no need to reply.';

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
    text: ({ details }) => `Hello,

The password of your account was changed.

When: ${details['at'] ?? ''}
Address: ${details['address'] ?? ''}
Program: ${details['device'] ?? ''}

All other sessions were ended. If this was not you, recover the password at once and tell your administrator:

${details['forgot'] ?? ''}

${FOOT}
`,
  },
};
