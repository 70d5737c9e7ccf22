import type { Caller } from '@leakwatch/platform';
import type { MailDetails } from './mail.store.ts';

/** When, from where and with what a change was made, for the mail that tells its owner. */
export const describeChange = (caller: Caller, now = new Date()): MailDetails => ({
  at: `${now.toISOString().slice(0, 19).replace('T', ' ')} UTC`,
  address: caller.address,
  device: caller.user_agent,
});
