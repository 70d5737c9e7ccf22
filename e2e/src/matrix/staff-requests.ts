import type { Method } from '@leakwatch/contracts';
import type { NamingRequest } from './named-objects.ts';

/** A request of staff that is valid, and what it answers when the ids in its query or body name nothing. */
export interface StaffRequest extends NamingRequest {
  readonly missing: string;
}

const PHONE = '79001112233';
const EMPTY = '200';
const NO_ORGANISATION = '404 organisation_not_found';
const NO_TARIFF = '404 tariff_not_found';
const NOTHING = '404 not_found';

const request =
  (method: Method) =>
  (path: string, missing: string, body?: unknown): StaffRequest => ({ method, path, missing, ...(body !== undefined && { body }) });
const [get, post, patch] = [request('GET'), request('POST'), request('PATCH')];

const person = { email: 'someone@vasilek.example', username: 'someone' };
const gist = { source_type: 'gist', login: '', password: '' };
const company = '{organisation}';

/** `own` objects are of the address and exist in each request; the others are named in the query or the body. */
export const STAFF_REQUESTS: readonly StaffRequest[] = [
  get(`/api/control/accounts/?company=${company}`, EMPTY),
  post('/api/control/accounts/', NO_ORGANISATION, { ...person, company }),
  patch('/api/control/accounts/{own_account}/', NO_ORGANISATION, { company }),
  post('/api/profile/two_factor/disable_2fa_admin/?user_id={account}', NOTHING),
  post('/api/control/organisations/', NO_TARIFF, { name: 'Lyutik', tariff_type: 'all_inclusive', tariff: '{tariff}' }),
  patch('/api/control/organisations/{own_organisation}/', NO_TARIFF, { tariff: '{tariff}' }),
  get(`/api/control/tariffs/?company=${company}`, EMPTY),
  get(`/api/control/tariffs/all_inclusive/?company=${company}`, EMPTY),
  get(`/api/control/services/accounts/?company=${company}`, EMPTY),
  get('/api/control/services/accounts/use/?account={service_account}', EMPTY),
  post('/api/control/services/accounts/', NO_ORGANISATION, { ...gist, proxy_ext: '198.51.100.1:3128', company }),
  post('/api/control/services/accounts/many/', NO_ORGANISATION, { source_type: 'gist', accounts: ['198.51.100.2:3128'], company }),
  patch('/api/control/services/accounts/{own_service_account}/', NO_ORGANISATION, { company }),
  post('/api/control/services/accounts/check/', NOTHING, { ids: ['{service_account}'] }),
  ...['login', 'logout', 'run', 'stop'].flatMap((command) => [
    get(`/api/control/telegram/${command}/?phone=${PHONE}&account={service_account}`, NOTHING),
    post(`/api/control/telegram/${command}/`, NOTHING, { phone: PHONE, account: '{service_account}' }),
  ]),
  get('/api/control/telegramchat/?account={service_account}', EMPTY),
  get(`/api/control/telegram_user_accounts/?org=${company}`, EMPTY),
  get(`/api/control/proxies/?company=${company}`, EMPTY),
  post('/api/control/proxies/', NO_ORGANISATION, { ip_address: '198.51.100.3', port: 3128, company }),
  post('/api/control/proxies/many/', NO_ORGANISATION, { proxies: ['198.51.100.4:3128:login:password'], company }),
  post('/api/control/proxies/delete/', EMPTY, { company }),
  patch('/api/control/proxies/{own_proxy}/', NO_ORGANISATION, { company }),
  post('/api/control/proxies/check/', NOTHING, { ids: ['{proxy}'] }),
  get(`/api/control/tasks/?org=${company}`, EMPTY),
  get(`/api/control/observers/?org=${company}`, EMPTY),
  get(`/api/control/audit/?organisation=${company}`, EMPTY),
  get(`/api/control/audit/export/?organisation=${company}`, EMPTY),
  post('/api/control/notifications/', NO_ORGANISATION, { organisation: company, title: 'Note', message: 'Read this' }),
  // A look-up of the consents of addresses, which it answers for any organisation.
  post('/api/control/recipients/states/', EMPTY, { organisation: company, emails: ['someone@vasilek.example'] }),
  post('/api/control/fleet/dead_letters/replay/', EMPTY, { group: 'reports', ids: ['{dead_letter}'] }),
];

/** Fields that an id fits and that name nothing, and paths, which the matrix of routes covers. */
export const STAFF_EXCEPTIONS: ReadonlySet<string> = new Set([
  'PATCH /api/control/accounts/{id}/ body.username',
  'POST /api/control/accounts/ body.username',
  // A place in the order of events, which need not exist.
  'POST /api/control/charts/rebuild/ body.after',
]);
