import { PROXY_TYPES, type ProxyType } from '@leakwatch/vocabulary';

export const PROXY_LOGIN_MAX = 255;
/** RFC 1929 gives the password of a SOCKS5 proxy one byte for its length. */
export const PROXY_PASSWORD_MAX = 255;
/** Maximum number of proxies of one addition: the list of a large provider. Sealing and writing them takes about a second. */
export const PROXIES_MAX = 10_000;

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);
const ENTRY = /^(?:([a-z0-9]+):\/\/)?([\d.]+):(\d{1,5})(?::([^:]+):(.+))?$/;

/** Four decimal numbers without leading zeros, which some programs read as octal. */
export const isIpv4 = (text: string): boolean => IPV4.test(text);
export const isPort = (port: number): boolean => Number.isInteger(port) && port >= 1 && port <= 65_535;

/** A proxy as a person typed it. */
export interface ProxyAddress {
  readonly type: ProxyType;
  readonly ip_address: string;
  readonly port: number;
}
export interface ProxyEntry extends ProxyAddress {
  readonly login: string;
  readonly password: string;
}

function read(text: string): (ProxyAddress & { readonly login: string | undefined; readonly password: string | undefined }) | null {
  const [, scheme = 'http', ip = '', port = '', login, password] = ENTRY.exec(text) ?? [];
  const type = PROXY_TYPES.find((known) => known === scheme);
  if (type === undefined || !isIpv4(ip) || !isPort(Number(port))) return null;
  return { type, ip_address: ip, port: Number(port), login, password };
}

/** Reads `ip:port:login:password`, with `socks5://` before it for a SOCKS5 proxy; null when it is malformed. */
export function parseProxyEntry(text: string): ProxyEntry | null {
  const entry = read(text);
  if (entry === null || entry.login === undefined || entry.password === undefined) return null;
  if (entry.login.length > PROXY_LOGIN_MAX || entry.password.length > PROXY_PASSWORD_MAX) return null;
  return { ...entry, login: entry.login, password: entry.password };
}

/** Reads the `ip:port` of an account's form, with `socks5://` before it for a SOCKS5 proxy; null when it is malformed. */
export function parseProxyAddress(text: string): ProxyAddress | null {
  const entry = read(text.trim());
  if (entry === null || entry.login !== undefined) return null;
  const { type, ip_address, port } = entry;
  return { type, ip_address, port };
}

/** What a list of entries holds, or the first entry that is malformed and its position, counted from 1. */
export type ProxyList = { readonly entries: readonly ProxyEntry[] } | { readonly malformed: string; readonly position: number };

/** Reads entries that white space separates. */
export function parseProxyList(text: string): ProxyList {
  const entries: ProxyEntry[] = [];
  for (const [at, part] of text
    .split(/\s+/)
    .filter((some) => some !== '')
    .entries()) {
    const entry = parseProxyEntry(part);
    if (entry === null) return { malformed: part, position: at + 1 };
    entries.push(entry);
  }
  return { entries };
}

export const PROXY_FAULTS = [
  'address_required',
  'address_malformed',
  'port_required',
  'port_malformed',
  'login_required',
  'login_too_long',
  'password_required',
  'password_too_long',
] as const;
export type ProxyFault = (typeof PROXY_FAULTS)[number];
export type ProxyField = 'ip_address' | 'port' | 'login' | 'password';

/** The form in which staff change a proxy, as typed. */
export interface ProxyForm {
  readonly ip_address: string;
  readonly port: string;
  readonly login: string;
  /** Empty to keep the stored one. */
  readonly password: string;
  readonly has_password: boolean;
}

/** The faults of the form by field; empty when the proxy may be saved. */
export function checkProxy(form: ProxyForm): Readonly<Partial<Record<ProxyField, ProxyFault>>> {
  const faults: Partial<Record<ProxyField, ProxyFault>> = {};
  const address = form.ip_address.trim();
  if (address === '') faults.ip_address = 'address_required';
  else if (!isIpv4(address)) faults.ip_address = 'address_malformed';
  const port = form.port.trim();
  if (port === '') faults.port = 'port_required';
  else if (!/^\d{1,5}$/.test(port) || !isPort(Number(port))) faults.port = 'port_malformed';
  if (form.login.trim() === '') faults.login = 'login_required';
  else if (form.login.trim().length > PROXY_LOGIN_MAX) faults.login = 'login_too_long';
  if (form.password === '' && !form.has_password) faults.password = 'password_required';
  else if (form.password.length > PROXY_PASSWORD_MAX) faults.password = 'password_too_long';
  return faults;
}
