import { z } from 'zod';
import { addressesOf } from '../http/service-addresses.ts';
import type { KeyRing } from '../crypto/keys.ts';
import { isNetwork } from './network.ts';

const isHttp = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** For a setting without a default: the message says that the variable is missing. */
export const required = { error: (issue: { input?: unknown }) => (issue.input === undefined ? 'must be given' : undefined) };

const MOST_PORT = 65_535;
const isPort = (text: string) => Number(text) >= 1 && Number(text) <= MOST_PORT;

export const port = (value: number) => z.coerce.number().int().min(1).max(MOST_PORT).default(value);

export const flag = (value: boolean) =>
  z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default(value ? 'true' : 'false')
    .transform((text) => text === 'true');

export const httpAddress = z
  .string()
  .refine((text) => isHttp(text) && !/[?#@]/.test(text), 'must be an http address without credentials and query')
  .transform((text) => text.replace(/\/+$/, ''));

/** The address of a server with one of these schemes. As an address of any kind `host:6379` would pass: its scheme would be `host`. */
export const serverAddress = (...schemes: readonly string[]) => {
  const isOne = (text: string) => /^[a-z]+:\/\//i.test(text) && URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1));
  return z.string(required).refine(isOne, `must be an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`);
};

/** The origin of a site: links to its pages are made from it, and would lose a path. */
export const httpOrigin = z
  .string()
  .refine(
    (text) => isHttp(text) && !/[?#@]/.test(text) && new URL(text).pathname === '/',
    'must be an http address without path, credentials and query',
  );

/** The sender of mails: `a@b.example`, or with a name `Name <a@b.example>`. */
export const sender = z
  .string()
  .regex(/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'must be an e-mail address, or Name <address>');

export const httpBase = (value: string) => httpAddress.default(value);

/** Where a service of this installation is reached, by default on this machine at `defaultPort`. */
export const serviceAddress = (service: string, defaultPort: number) =>
  z
    .string()
    .refine(
      (text) => addressesOf(text).every((one) => isHttp(one) && !/[?#@]/.test(one)),
      'must be http addresses without credentials and query, several of them with commas',
    )
    .default(`http://127.0.0.1:${defaultPort}`)
    .describe(`Where the ${service} service is reached`);

export const seconds = (value: number) => z.coerce.number().int().min(1).max(86_400).default(value);

export const megabytes = (value: number) => z.coerce.number().int().min(1).max(1_000_000).default(value);

export const count = (value: number, most: number) => z.coerce.number().int().min(1).max(most).default(value);

export const networks = z
  .string()
  .transform((text) => text.split(',').map((network) => network.trim()))
  .refine((list) => list.every(isNetwork), 'must be addresses or networks such as 10.0.0.0/8, several with commas');

export const brokers = z
  .string()
  .transform((text) => text.split(',').map((broker) => broker.trim()))
  .refine(
    (list) =>
      list.every((broker) => /^(?:[^\s:/]+|\[[0-9a-fA-F:]+\]):\d{1,5}$/.test(broker) && isPort(broker.slice(broker.lastIndexOf(':') + 1))),
    'must be host:port, several with commas',
  );

/** So many generations are tried for each signature: the one in use, the one before, and one that is being introduced. */
const MOST_KEYS = 4;
const KEY = /^(?<version>[1-9]\d{0,2}):(?<secret>[^,\s]{32,})$/;
const KEYS_FORM = `must be 1 to ${MOST_KEYS} keys such as 1:<secret of at least 32 characters>, with commas, each version once`;

/** Generations of a key, `version:secret` with commas: the first is used, the others still open and verify. */
export const keyRing = z.string(required).transform((text, context): KeyRing => {
  const [first, ...more] = text.split(',').flatMap((one) => {
    const { version, secret } = KEY.exec(one.trim())?.groups ?? {};
    return secret === undefined || Number(version) > 255 ? [] : [{ version: Number(version), secret }];
  });
  const count = text.split(',').length;
  if (first !== undefined && count <= MOST_KEYS && new Set([first, ...more].map((key) => key.version)).size === count)
    return [first, ...more];
  context.addIssue({ code: 'custom', message: KEYS_FORM });
  return z.NEVER;
});

/** As the setting gives it. */
export const spellKeys = (ring: KeyRing): string => ring.map(({ version, secret }) => `${version}:${secret}`).join(',');

const PROXY_KINDS: Readonly<Record<string, { readonly type: 'http' | 'socks5'; readonly port: number }>> = {
  'http:': { type: 'http', port: 80 },
  'socks5:': { type: 'socks5', port: 1080 },
};

function readProxy(text: string) {
  const url = new URL(text);
  const kind = PROXY_KINDS[url.protocol];
  if (kind === undefined || url.hostname === '' || !/^\/?$/.test(url.pathname + url.search + url.hash)) throw new URIError('not a proxy');
  const [login, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  return {
    type: kind.type,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? kind.port : Number(url.port),
    login,
    password,
  };
}

/** `http://user:password@host:port`, or `socks5://` for a SOCKS5 proxy. */
export const proxy = z.string().transform((text, context) => {
  try {
    return readProxy(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'must be http://user:password@host:port or socks5://user:password@host:port' });
    return z.NEVER;
  }
});
