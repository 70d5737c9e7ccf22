import {
  blockServiceAccountPost,
  changeServiceAccount,
  checkServiceAccounts,
  createServiceAccount,
  createServiceAccounts,
  deleteServiceAccount,
  getServiceAccount,
  listAccountUse,
  listFreeProxies,
  listServiceAccounts,
  resetServiceAccount,
  type ServiceAccount,
  unblockServiceAccountPost,
  unlinkServiceAccountPost,
} from '@leakwatch/contracts';
import { checkServiceAccount, phoneDigits, parseServiceAccountList, type ServiceAccountForm } from '@leakwatch/rules';
import { SERVICE_ACCOUNT_TRANSITIONS, type ServiceAccountStep } from '@leakwatch/vocabulary';
import { shownProxy } from '../../../mock/data/pool.ts';
import { askChecks, endChecks } from '../../../mock/data/pool-check.ts';
import { handle } from '../../../mock/handle.ts';
import { minutesAgo, mockId } from '../../../mock/ids.ts';
import { accepted, DONE, notFound, pageOf, Refusal } from '../../../mock/replies.ts';
import type { World } from '../../../mock/world.ts';

/** Telegram wants the account to wait before it reads on. */
const LEFT = {
  telegram: [
    { resource: 'history', left: 0 },
    { resource: 'resolve', left: 16 },
  ],
  others: [{ resource: 'core', left: 4120 }],
} as const;
const NO_PROXY = { proxy: null, proxy_ext: null, proxy_state: null, proxy_err: '' };

function find(world: World, id: string): ServiceAccount {
  const found = world.serviceAccounts.find((one) => one.id === id);
  if (found === undefined) throw notFound();
  return found;
}

function put(world: World, changed: ServiceAccount): ServiceAccount {
  world.serviceAccounts = world.serviceAccounts.map((one) => (one.id === changed.id ? changed : one));
  return changed;
}

function check(form: ServiceAccountForm): void {
  const faults = checkServiceAccount(form);
  if (Object.keys(faults).length > 0) throw new Refusal(400, 'service_account_invalid', { fields: faults });
}

function companyOf({ organisations }: World, id: string | null): ServiceAccount['company'] {
  if (id === null) return null;
  const found = organisations.find((one) => one.id === id);
  if (found === undefined) throw new Refusal(404, 'organisation_not_found');
  return { id, name: found.name };
}

/** The proxy of the list with that address, or one that is added. */
function proxyOf({ proxies }: World, text: string, account: string) {
  if (text === '') return NO_PROXY;
  const known = proxies.map((one) => ({ account: one.account, shown: shownProxy(one) })).find(({ shown }) => shown.proxy_ext === text);
  if (known === undefined) return { proxy: mockId(40, 99), proxy_ext: text, proxy_state: 'ready' as const, proxy_err: '' };
  if (known.account !== null && known.account !== account) throw new Refusal(409, 'proxy_in_use');
  return known.shown;
}

function refuseTwin({ serviceAccounts }: World, id: string, { source_type, login, company }: ServiceAccountForm): void {
  const isTwin = (one: ServiceAccount) => one.source_type === source_type && one.login === login && (one.company?.id ?? null) === company;
  if (login !== '' && serviceAccounts.some((one) => one.id !== id && isTwin(one))) throw new Refusal(409, 'service_account_exists');
}

function refusePhone(
  { serviceAccounts }: World,
  id: string,
  { source_type, phone }: Pick<ServiceAccountForm, 'source_type' | 'phone'>,
): void {
  const isTwin = (one: ServiceAccount) => one.source_type === 'telegram' && phoneDigits(one.phone) === phoneDigits(phone);
  if (source_type === 'telegram' && phone !== '' && serviceAccounts.some((one) => one.id !== id && isTwin(one)))
    throw new Refusal(409, 'service_account_phone_exists');
}

function step(world: World, id: string, taken: Exclude<ServiceAccountStep, 'company_changed'>): ServiceAccount {
  const account = find(world, id);
  const isLeft = taken === 'unlink' && account.company !== null;
  const state = SERVICE_ACCOUNT_TRANSITIONS[account.state][isLeft ? 'company_changed' : taken];
  const block_reason = state === 'blocked' ? (account.block_reason ?? (isLeft ? 'company_changed' : 'staff')) : null;
  const ended = state === account.state ? {} : { err_msg: '', limited_until: null, task: null };
  return put(world, { ...account, state, block_reason, ...ended, ...(taken === 'unlink' && { company: null, task: null }) });
}

function add(world: World, body: Omit<ServiceAccountForm, 'has_password'> & { readonly reserved_for_discovery: boolean }): ServiceAccount {
  const id = mockId(41, 100 + world.serviceAccounts.length);
  refuseTwin(world, id, { ...body, has_password: false });
  refusePhone(world, id, body);
  const { password, company, proxy_ext, ...rest } = body;
  const added: ServiceAccount = {
    ...rest,
    id,
    company: companyOf(world, company),
    has_password: password !== '',
    ...proxyOf(world, proxy_ext, id),
    ...{
      state: 'ready',
      block_reason: null,
      err_msg: '',
      limited_until: null,
      task: null,
      telegram_stage: null,
      phone_shared: false,
      created: minutesAgo(0),
      last_used: null,
      check: null,
      version: 1,
    },
  };
  world.serviceAccounts = [...world.serviceAccounts, added];
  return added;
}

const ofAccount = (number: number) => ({ params: { id: mockId(41, number) } });
const BODY = { source_type: 'gitlab_cloud', login: 'new', password: 'secret', proxy_ext: '203.0.113.9:3128' };

export const HANDLERS = [
  handle(listServiceAccounts, ({ world, query }) => {
    const found = world.serviceAccounts
      .filter(({ company }) => query.company === undefined || company?.id === query.company)
      .filter(({ source_type }) => query.source_type === undefined || source_type === query.source_type);
    world.serviceAccounts = endChecks(world.serviceAccounts);
    return pageOf(found, query);
  }),
  handle(
    listAccountUse,
    ({ world, query }) => ({
      accounts: query.account.map((id, at) => {
        const account = world.serviceAccounts.find((one) => one.id === id);
        const used = account !== undefined && account.last_used !== null && at % 3 !== 2;
        const ends = minutesAgo(-30);
        return {
          id,
          requests: used ? 1240 * (at + 1) : 0,
          refusals: used && at === 0 ? 2 : 0,
          last_request: used ? minutesAgo(2) : null,
          last_refusal: used && at === 0 ? minutesAgo(90) : null,
          quota: used ? LEFT[account.source_type === 'telegram' ? 'telegram' : 'others'].map((one) => ({ ...one, ends })) : [],
          serves: used ? world.organisations.slice(0, at + 1).map((one) => one.id) : [],
        };
      }),
    }),
    { query: `account=${mockId(41, 1)}` },
  ),
  handle(getServiceAccount, ({ world, params }) => find(world, params.id), ofAccount(1)),
  handle(listFreeProxies, ({ world, query }) => {
    const isFree = world.proxies.filter(({ company, account, state }) => company === null && account === null && state === 'ready');
    return pageOf(isFree, query);
  }),
  handle(
    createServiceAccount,
    ({ world, body }) => {
      check({ ...body, has_password: false });
      const added = add(world, body);
      world.sent.push(body);
      return added;
    },
    { body: BODY },
  ),
  handle(
    createServiceAccounts,
    ({ world, body: { accounts, ...common } }) => {
      const list = parseServiceAccountList(accounts.join('\n'), common);
      if ('fault' in list) throw new Refusal(400, 'service_account_line_invalid', { details: { position: list.position } });
      const before = world.serviceAccounts;
      for (const [at, entry] of list.entries.entries())
        try {
          add(world, { ...common, ...entry });
        } catch (error) {
          world.serviceAccounts = before;
          throw error instanceof Refusal ? new Refusal(error.status, error.answer.code, { details: { position: at + 1 } }) : error;
        }
      world.sent.push({ accounts, ...common });
      return { count: list.entries.length };
    },
    { body: { source_type: 'gitlab_cloud', accounts: ['new secret 203.0.113.9:3128'] } },
  ),
  handle(
    changeServiceAccount,
    ({ world, params, body: sent }) => {
      const account = find(world, params.id);
      const { fields: body, version } = accepted(account, sent);
      const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
      const form = {
        source_type: body.source_type ?? account.source_type,
        company: body.company === undefined ? (account.company?.id ?? null) : body.company,
        login: body.login ?? account.login,
        password: body.password ?? '',
        has_password: account.has_password,
        proxy_ext: body.proxy_ext ?? account.proxy_ext ?? '',
        phone: body.phone ?? account.phone,
      };
      check(form);
      refuseTwin(world, account.id, form);
      refusePhone(world, account.id, form);
      const isLeft = account.company !== null && account.company.id !== form.company && form.password === '';
      world.sent.push(given);
      return put(world, {
        ...account,
        version,
        ...{ source_type: form.source_type, login: form.login, phone: form.phone },
        company: companyOf(world, form.company),
        has_password: account.has_password || form.password !== '',
        reserved_for_discovery: body.reserved_for_discovery ?? account.reserved_for_discovery,
        ...(body.proxy_ext !== undefined && proxyOf(world, body.proxy_ext, account.id)),
        ...(isLeft && { state: 'blocked' as const, block_reason: 'company_changed' as const }),
        ...(form.password !== '' &&
          account.state === 'blocked' &&
          account.block_reason !== 'staff' && { state: 'ready' as const, block_reason: null, err_msg: '' }),
      });
    },
    { ...ofAccount(7), body: { phone: '' } },
  ),
  handle(
    deleteServiceAccount,
    ({ world, params }) => {
      const { id } = find(world, params.id);
      world.serviceAccounts = world.serviceAccounts.filter((one) => one.id !== id);
      world.proxies = world.proxies.map((one) => (one.account === id ? { ...one, account: null } : one));
      return DONE;
    },
    ofAccount(7),
  ),
  handle(
    checkServiceAccounts,
    ({ world, body }) => {
      world.sent.push(body);
      world.serviceAccounts = askChecks(world.serviceAccounts, body.ids);
      return { asked: body.ids.length };
    },
    { body: { ids: [mockId(41, 1)] } },
  ),
  handle(resetServiceAccount, ({ world, params }) => step(world, params.id, 'reset'), ofAccount(4)),
  handle(blockServiceAccountPost, ({ world, params }) => step(world, params.id, 'block'), ofAccount(2)),
  handle(unblockServiceAccountPost, ({ world, params }) => step(world, params.id, 'unblock'), ofAccount(5)),
  handle(unlinkServiceAccountPost, ({ world, params }) => step(world, params.id, 'unlink'), ofAccount(1)),
];
