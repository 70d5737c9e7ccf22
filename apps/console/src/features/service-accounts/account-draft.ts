import type { ServiceAccount } from '@leakwatch/contracts';
import type { ServiceAccountForm } from '@leakwatch/rules';
import type { AccountChange, NewAccount } from './api.ts';

/** The form of an account as typed. */
export interface AccountDraft extends ServiceAccountForm {
  readonly reserved_for_discovery: boolean;
}

/** The form of an account as it is, or an empty one. */
export const draftOf = (account: ServiceAccount | null): AccountDraft => ({
  source_type: account?.source_type ?? 'github',
  company: account?.company?.id ?? null,
  login: account?.login ?? '',
  password: '',
  has_password: account?.has_password ?? false,
  proxy_ext: account?.proxy_ext ?? '',
  phone: account?.phone ?? '',
  reserved_for_discovery: account?.reserved_for_discovery ?? false,
});

/** The body of a form without faults. */
export const toBody = ({ source_type, company, login, password, proxy_ext, phone, reserved_for_discovery }: AccountDraft) =>
  ({
    source_type,
    company,
    login: login.trim(),
    password,
    proxy_ext: proxy_ext.trim(),
    phone: phone.trim(),
    reserved_for_discovery,
  }) satisfies NewAccount;

/** What a form without faults changes: what another person changed meanwhile stays. */
export function changeOf(account: ServiceAccount, draft: AccountDraft): AccountChange {
  const before = toBody(draftOf(account));
  const after = toBody(draft);
  return {
    ...(after.source_type !== before.source_type && { source_type: after.source_type }),
    ...(after.company !== before.company && { company: after.company }),
    ...(after.login !== before.login && { login: after.login }),
    ...(after.password !== '' && { password: after.password }),
    ...(after.proxy_ext !== before.proxy_ext && { proxy_ext: after.proxy_ext }),
    ...(after.phone !== before.phone && { phone: after.phone }),
    ...(after.reserved_for_discovery !== before.reserved_for_discovery && { reserved_for_discovery: after.reserved_for_discovery }),
  };
}

/** Whether a change takes the account from its company with that company's credentials: the server then blocks it. */
export const keepsFormerCredentials = (account: ServiceAccount | null, { company, password }: AccountDraft): boolean =>
  account !== null && account.company !== null && account.company.id !== company && password === '';
