import type { Proxy, ServiceAccount } from '@leakwatch/contracts';
import { minutesAgo, mockId } from '../ids.ts';
import { madeCheck } from './pool-check.ts';
import { ORGANISATION } from './tasks.ts';

const COMPANY = { id: ORGANISATION.id, name: ORGANISATION.name };
const OTHER = { id: mockId(8, 2), name: 'Old Corp' };

const proxy = (number: number, over: Partial<Proxy>): Proxy => ({
  id: mockId(40, number),
  company: null,
  type: 'http',
  ip_address: `198.51.100.${number}`,
  port: 3128,
  login: 'leakwatch',
  has_password: true,
  reserved_for_discovery: false,
  state: 'ready',
  block_reason: null,
  err_msg: '',
  last_check: minutesAgo(3 * number),
  failures_count: 0,
  account: null,
  task: null,
  check: null,
  version: 1,
  ...over,
});

/** Each state, and free ones for the form of an account. */
export const makeProxies = (filled: boolean): Proxy[] =>
  filled
    ? [
        proxy(1, { company: COMPANY, state: 'busy', account: mockId(41, 1), task: mockId(2, 5) }),
        proxy(2, { account: mockId(41, 2), failures_count: 1 }),
        proxy(3, {
          account: mockId(41, 3),
          state: 'blocked',
          block_reason: 'proxy_failed',
          err_msg: 'connect ECONNREFUSED 198.51.100.3:3128 after 3 attempts, 10000 ms each',
          failures_count: 3,
          check: madeCheck({ state: 'proxy_failed', message: 'connect ECONNREFUSED 198.51.100.3:3128' }),
        }),
        proxy(4, { state: 'blocked', block_reason: 'staff', login: '', has_password: false, last_check: null }),
        proxy(5, { type: 'socks5', port: 1080, reserved_for_discovery: true }),
        proxy(6, { company: OTHER }),
        proxy(7, {}),
        proxy(8, { last_check: null }),
      ]
    : [];

const account = (number: number, over: Partial<ServiceAccount>): ServiceAccount => ({
  id: mockId(41, number),
  company: null,
  source_type: 'gitlab_cloud',
  login: `crawler-${number}@leakwatch.example`,
  has_password: true,
  phone: '',
  proxy: null,
  proxy_ext: null,
  proxy_state: null,
  proxy_err: '',
  state: 'ready',
  block_reason: null,
  err_msg: '',
  limited_until: null,
  reserved_for_discovery: false,
  task: null,
  telegram_stage: null,
  phone_shared: false,
  created: minutesAgo(90_000),
  last_used: minutesAgo(5 * number),
  check: null,
  version: 1,
  ...over,
});

/** What an account shows of its proxy. */
export const shownProxy = ({ id, type, ip_address, port, state, err_msg }: Proxy) => ({
  proxy: id,
  proxy_ext: `${type === 'socks5' ? 'socks5://' : ''}${ip_address}:${port}`,
  proxy_state: state,
  proxy_err: err_msg,
});

/** Each state, and every source. */
export function makeServiceAccounts(proxies: readonly Proxy[]): ServiceAccount[] {
  const [first, second, third] = proxies;
  if (first === undefined || second === undefined || third === undefined) return [];
  return [
    account(1, { source_type: 'github', login: 'octo-corp', company: COMPANY, ...shownProxy(first), state: 'busy', task: mockId(2, 5) }),
    account(2, { source_type: 'github', login: 'octo-old', company: OTHER, ...shownProxy(second) }),
    account(3, { source_type: 'gist', login: '', has_password: false, ...shownProxy(third), last_used: null, check: madeCheck({}) }),
    account(4, {
      state: 'limited',
      limited_until: minutesAgo(-40),
      reserved_for_discovery: true,
    }),
    account(5, {
      state: 'blocked',
      block_reason: 'refused',
      err_msg: '401 Unauthorized: the token was revoked. See https://docs.gitlab.com/api/rest/authentication/ for the ways to authenticate',
    }),
    account(6, { state: 'blocked', block_reason: 'company_changed' }),
    account(7, { source_type: 'telegram', login: 'leak_hunter', phone: '+7 900 123-45-67', state: 'wait_code', telegram_stage: 'code' }),
    account(8, { source_type: 'google_docs', login: 'docs@leakwatch.example', state: 'blocked', block_reason: 'staff' }),
  ];
}
