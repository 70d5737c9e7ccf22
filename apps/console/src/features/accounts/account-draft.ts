import type { StaffAccount } from '@leakwatch/contracts';
import { checkAccount, shownName } from '@leakwatch/rules';
import type { Locale } from '@leakwatch/vocabulary';
import type { AccountBody, AccountChange } from './api.ts';

/** What the dialog holds. */
export interface AccountDraft {
  readonly email: string;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string | null;
  readonly staff: boolean;
  readonly active: boolean;
  readonly locale: Locale;
  /** The password must be changed at the next sign-in; a default one may be given with it. */
  readonly changePassword: boolean;
  /** Empty for none. */
  readonly defaultPassword: string;
}

export const newDraft = (): AccountDraft => ({
  email: '',
  username: '',
  firstName: '',
  lastName: '',
  company: null,
  staff: false,
  active: true,
  locale: 'ru',
  changePassword: false,
  defaultPassword: '',
});

export const draftOf = (account: StaffAccount): AccountDraft => ({
  email: account.email,
  username: account.username,
  firstName: account.first_name,
  lastName: account.last_name,
  company: account.company?.id ?? null,
  staff: account.is_staff,
  active: account.is_active,
  locale: account.locale,
  changePassword: account.change_password,
  defaultPassword: '',
});

export const draftFaults = (draft: AccountDraft) => checkAccount(draft);

/** The body of a new account. */
export const toBody = (draft: AccountDraft): AccountBody => ({
  email: draft.email.trim().toLowerCase(),
  username: draft.username.trim(),
  first_name: shownName(draft.firstName),
  last_name: shownName(draft.lastName),
  company: draft.company,
  is_staff: draft.staff,
  locale: draft.locale,
  change_password: draft.changePassword,
  ...(draft.defaultPassword !== '' && { default_password: draft.defaultPassword }),
});

/** The fields that the person changed, so that a field that a colleague changed meanwhile stays. */
export function changesOf(draft: AccountDraft, before: AccountDraft): AccountChange {
  const was = new Map<string, unknown>(Object.entries({ ...toBody(before), is_active: before.active }));
  const now = Object.entries({ ...toBody(draft), is_active: draft.active });
  return Object.fromEntries(now.filter(([field, value]) => was.get(field) !== value));
}

/** Letters and digits that cannot be mistaken for each other. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GENERATED_LENGTH = 16;

/** A random password with a sign that every rule for passwords accepts. */
export function generatePassword(): string {
  const picked: string[] = [];
  // 4 × 56 is the largest multiple below 256, so every letter is equally likely.
  const limit = 256 - (256 % LETTERS.length);
  while (picked.length < GENERATED_LENGTH) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < limit) picked.push(LETTERS.charAt(byte % LETTERS.length));
  }
  return `${picked.slice(0, 8).join('')}-${picked.slice(8).join('')}`;
}
