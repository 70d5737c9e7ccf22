import type { Caller } from '@leakwatch/platform';
import type { MailDetails } from './mail.entity.ts';

/** When and from where a change was made, for the mail to the account's owner. */
export const describeChange = (caller: Caller, now = new Date()): MailDetails => ({
  at: `${now.toISOString().slice(0, 19).replace('T', ' ')} UTC`,
  address: caller.address,
  device: caller.user_agent,
});

/** For a change that another person made: the owner learns when, but not where that person was. */
export const describeChangeByAnother = (caller: Caller): MailDetails => ({ ...describeChange(caller), address: '–', device: 'Leakwatch' });
