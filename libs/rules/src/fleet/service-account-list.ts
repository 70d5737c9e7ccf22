import type { ServiceAccountSource } from '@leakwatch/vocabulary';
import { checkServiceAccount, isServicePhone, type ServiceAccountForm, type ServiceAccountFault } from './service-account-form.ts';
import { parseProxyAddress } from './proxy-form.ts';

/** Accounts of one addition: each is checked and recorded by itself, which takes some milliseconds. */
export const SERVICE_ACCOUNTS_MAX = 1_000;
/** Characters of a line: a login, a token and a proxy. A longer password is entered in the form of one account. */
export const SERVICE_ACCOUNT_LINE_MAX = 1_024;

export const SERVICE_ACCOUNT_LINE_FAULTS = ['line_malformed', 'line_too_long'] as const;
export type ServiceAccountLineFault = ServiceAccountFault | (typeof SERVICE_ACCOUNT_LINE_FAULTS)[number];

export type ServiceAccountEntry = Pick<ServiceAccountForm, 'login' | 'password' | 'proxy_ext' | 'phone'>;

/** What a list of accounts holds, or the first line with a fault, counted from 1 without empty lines. */
export type ServiceAccountList =
  | { readonly entries: readonly ServiceAccountEntry[] }
  | { readonly position: number; readonly fault: ServiceAccountLineFault };

const isProxy = (part: string): boolean => parseProxyAddress(part) !== null;

/** Login and password, then proxy and telephone number in either order; null where something else is there, or anything twice. */
function readLine(line: string): ServiceAccountEntry | null {
  const parts = line.split(/\s+/);
  // A source without credentials has lines of a proxy alone.
  const credentials = parts[0] !== undefined && isProxy(parts[0]) ? [] : parts.slice(0, 2);
  const others = parts.slice(credentials.length);
  const proxies = others.filter(isProxy);
  const phones = others.filter((part) => !isProxy(part) && isServicePhone(part));
  if (proxies.length > 1 || phones.length > 1 || proxies.length + phones.length < others.length) return null;
  const [login = '', password = ''] = credentials;
  return { login, password, proxy_ext: proxies[0] ?? '', phone: phones[0] ?? '' };
}

/** Reads lines of `login password`, then `ip:port` of the proxy and the telephone number where the source needs them; white space separates. */
export function parseServiceAccountList(
  text: string,
  { source_type, company }: { readonly source_type: ServiceAccountSource; readonly company: string | null },
): ServiceAccountList {
  const entries: ServiceAccountEntry[] = [];
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  for (const [at, line] of lines.entries()) {
    const fail = (fault: ServiceAccountLineFault): ServiceAccountList => ({ position: at + 1, fault });
    if (line.length > SERVICE_ACCOUNT_LINE_MAX) return fail('line_too_long');
    const entry = readLine(line);
    if (entry === null) return fail('line_malformed');
    const [fault] = Object.values(checkServiceAccount({ ...entry, source_type, company, has_password: false }));
    if (fault !== undefined) return fail(fault);
    entries.push(entry);
  }
  return { entries };
}
