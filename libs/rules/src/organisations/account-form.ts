/** An address of a mail box has at most 254 characters. */
export const ACCOUNT_EMAIL_MAX = 254;
export const ACCOUNT_USERNAME_MAX = 150;
export const ACCOUNT_NAME_MAX = 150;
export const ACCOUNT_USERNAME = /^[\p{L}\p{N}@.+\-_]+$/u;
/** Passwords that people choose themselves have further rules; a default password must pass them too. */
export const DEFAULT_PASSWORD_MIN = 9;

export const ACCOUNT_FAULTS = [
  'email_required',
  'email_malformed',
  'username_required',
  'username_malformed',
  'name_too_long',
  'password_too_short',
] as const;
export type AccountFault = (typeof ACCOUNT_FAULTS)[number];

/** An account as a person filled it in. */
export interface AccountForm {
  readonly email: string;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Empty for none. */
  readonly defaultPassword: string;
}
export type AccountField = 'email' | 'username' | 'first_name' | 'last_name' | 'default_password';

/** As far as a form can know: the server checks an address fully, and the mail proves it. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;

/** The faults of a form by field; empty when it may be sent. */
export function checkAccount(form: AccountForm): Readonly<Partial<Record<AccountField, AccountFault>>> {
  const email = form.email.trim();
  const username = form.username.trim();
  const isLong = (name: string) => name.trim().length > ACCOUNT_NAME_MAX;
  return {
    ...(email === ''
      ? { email: 'email_required' }
      : (!EMAIL.test(email) || email.length > ACCOUNT_EMAIL_MAX) && { email: 'email_malformed' }),
    ...(username === ''
      ? { username: 'username_required' }
      : (!ACCOUNT_USERNAME.test(username) || username.length > ACCOUNT_USERNAME_MAX) && { username: 'username_malformed' }),
    ...(isLong(form.firstName) && { first_name: 'name_too_long' }),
    ...(isLong(form.lastName) && { last_name: 'name_too_long' }),
    ...(form.defaultPassword !== '' && form.defaultPassword.length < DEFAULT_PASSWORD_MIN && { default_password: 'password_too_short' }),
  };
}
