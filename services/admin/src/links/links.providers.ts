import { BreachedPasswords } from '../passwords/breached-passwords.ts';
import { DemandPassword } from '../passwords/demand-password.ts';
import { RefusePassword } from '../passwords/refuse-password.ts';
import { SendMails } from '../mails/send-mails.ts';
import { DescribeProfile } from '../profile/describe-profile.ts';
import { EndSessions } from '../profile/end-sessions.ts';
import { OwnSessions } from '../profile/own-sessions.store.ts';
import { ProfileController } from '../profile/profile.controller.ts';
import { RenewSession } from '../profile/renew-session.ts';
import { AskRecovery } from './ask-recovery.ts';
import { ChangeOwnPassword } from './change-own-password.ts';
import { LinksController } from './links.controller.ts';
import { SetPasswordByLink } from './set-password-by-link.ts';
import { Tries } from './tries.ts';

/** Codes in links, passwords, mails, and one's own profile: what the admin module takes in. */
export const LINKS_CONTROLLERS = [LinksController, ProfileController];
export const LINKS_PROVIDERS = [
  Tries,
  BreachedPasswords,
  RefusePassword,
  DemandPassword,
  AskRecovery,
  SetPasswordByLink,
  ChangeOwnPassword,
  SendMails,
  OwnSessions,
  RenewSession,
  EndSessions,
  DescribeProfile,
];
