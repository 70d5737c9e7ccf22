import { SERVICE_ACCOUNT_NEEDS, type ServiceAccountSource } from '@leakwatch/vocabulary';
import { parseProxyAddress } from './proxy-form.ts';

export const SERVICE_LOGIN_MAX = 255;
/** A key file of a Google service account has about 2,400 characters. */
export const SERVICE_PASSWORD_MAX = 8_192;
export const SERVICE_PHONE_MAX = 32;

export const SERVICE_ACCOUNT_FAULTS = [
  'company_required',
  'login_required',
  'login_too_long',
  'password_required',
  'password_too_long',
  'proxy_required',
  'proxy_malformed',
  'phone_malformed',
] as const;
export type ServiceAccountFault = (typeof SERVICE_ACCOUNT_FAULTS)[number];
export type ServiceAccountField = 'company' | 'login' | 'password' | 'proxy_ext' | 'phone';

/** A service account as it would be saved. */
export interface ServiceAccountForm {
  readonly source_type: ServiceAccountSource;
  readonly company: string | null;
  readonly login: string;
  /** Empty to keep the stored one. */
  readonly password: string;
  readonly has_password: boolean;
  /** `ip:port`; empty for none. */
  readonly proxy_ext: string;
  readonly phone: string;
}

/** Digits as people write a telephone number. */
const PHONE = /^\+?[\d\s()-]{5,32}$/;
const PHONE_DIGITS_MIN = 5;
export const isServicePhone = (text: string): boolean => PHONE.test(text) && phoneDigits(text).length >= PHONE_DIGITS_MIN;

/**
 * The digits of a telephone number with the code of its country, however it is written: people in Russia write 8 for +7, and 00 stands for the
 * plus elsewhere. No country's code begins with 87 or 89 and has ten digits after the 8.
 */
export const phoneDigits = (text: string): string =>
  text
    .replaceAll(/\D/g, '')
    .replace(/^00/, '')
    .replace(/^8(?=[79]\d{9}$)/, '7');

/** The faults of the form by field; empty when the account may be saved. */
export function checkServiceAccount(form: ServiceAccountForm): Readonly<Partial<Record<ServiceAccountField, ServiceAccountFault>>> {
  const needs = SERVICE_ACCOUNT_NEEDS[form.source_type];
  const faults: Partial<Record<ServiceAccountField, ServiceAccountFault>> = {};
  if (needs.company && form.company === null) faults.company = 'company_required';
  const login = form.login.trim();
  if (needs.credentials && login === '') faults.login = 'login_required';
  else if (login.length > SERVICE_LOGIN_MAX) faults.login = 'login_too_long';
  if (needs.credentials && form.password === '' && !form.has_password) faults.password = 'password_required';
  else if (form.password.length > SERVICE_PASSWORD_MAX) faults.password = 'password_too_long';
  const proxy = form.proxy_ext.trim();
  if (needs.proxy && proxy === '') faults.proxy_ext = 'proxy_required';
  else if (proxy !== '' && parseProxyAddress(proxy) === null) faults.proxy_ext = 'proxy_malformed';
  if (form.phone.trim() !== '' && !isServicePhone(form.phone.trim())) faults.phone = 'phone_malformed';
  return faults;
}
