import {
  blockProxyPost,
  changeProxy,
  checkProxies,
  createProxies,
  deleteProxies,
  deleteProxy,
  getProxy,
  listProxies,
  type Proxy,
  unblockProxyPost,
  unlinkProxyPost,
} from '@leakwatch/contracts';
import { parseProxyList } from '@leakwatch/rules';
import { PROXY_TRANSITIONS, type ProxyStep } from '@leakwatch/vocabulary';
import { askChecks, endChecks } from '../../../mock/data/pool-check.ts';
import { handle } from '../../../mock/handle.ts';
import { mockId } from '../../../mock/ids.ts';
import { accepted, DONE, notFound, pageOf, Refusal } from '../../../mock/replies.ts';
import type { World } from '../../../mock/world.ts';

function companyOf({ organisations }: World, id: string | null): Proxy['company'] {
  if (id === null) return null;
  const found = organisations.find((one) => one.id === id);
  if (found === undefined) throw new Refusal(404, 'organisation_not_found');
  return { id, name: found.name };
}

function find(world: World, id: string): Proxy {
  const found = world.proxies.find((one) => one.id === id);
  if (found === undefined) throw notFound();
  return found;
}

function put(world: World, changed: Proxy): Proxy {
  world.proxies = world.proxies.map((one) => (one.id === changed.id ? changed : one));
  return changed;
}

const isAt = (one: Pick<Proxy, 'ip_address' | 'port' | 'login'>) => (other: Proxy) =>
  other.ip_address === one.ip_address && other.port === one.port && other.login === one.login;

function step(world: World, id: string, taken: ProxyStep): Proxy {
  const proxy = find(world, id);
  const state = PROXY_TRANSITIONS[proxy.state][taken];
  const block_reason = state === 'blocked' ? (proxy.block_reason ?? 'staff') : null;
  const errors = state === proxy.state ? {} : { err_msg: '', failures_count: 0 };
  return put(world, { ...proxy, state, block_reason, ...errors, ...(taken === 'unlink' && { company: null, task: null }) });
}

const ofProxy = (number: number) => ({ params: { id: mockId(40, number) } });

export const HANDLERS = [
  handle(listProxies, ({ world, query }) => {
    const found = world.proxies
      .filter(({ company }) => query.company === undefined || company?.id === query.company)
      .filter(({ state }) => query.state === undefined || state === query.state);
    world.proxies = endChecks(world.proxies);
    return pageOf(found, query);
  }),
  handle(
    checkProxies,
    ({ world, body }) => {
      world.sent.push(body);
      world.proxies = askChecks(world.proxies, body.ids);
      return { asked: body.ids.length };
    },
    { body: { ids: [mockId(40, 1)] } },
  ),
  handle(getProxy, ({ world, params }) => find(world, params.id), ofProxy(1)),
  handle(
    createProxies,
    ({ world, body }) => {
      const list = parseProxyList(body.proxies.join('\n'));
      if ('malformed' in list) throw new Refusal(400, 'proxy_entry_malformed', { details: { position: list.position } });
      const known = list.entries.filter((entry) => world.proxies.some(isAt(entry)));
      if (known.length > 0) {
        const proxies = known.map(({ ip_address, port }) => `${ip_address}:${port}`).join(', ');
        throw new Refusal(409, 'proxies_exist', { details: { count: known.length, proxies } });
      }
      const company = companyOf(world, body.company);
      world.sent.push(body);
      const added = list.entries.map(
        ({ password: _, ...entry }, at): Proxy => ({
          ...entry,
          id: mockId(40, 100 + world.proxies.length + at),
          company,
          has_password: true,
          reserved_for_discovery: body.reserved_for_discovery,
          ...{
            state: 'ready',
            block_reason: null,
            err_msg: '',
            last_check: null,
            failures_count: 0,
            check: null,
            account: null,
            task: null,
            version: 1,
          },
        }),
      );
      world.proxies = [...world.proxies, ...added];
      return { count: added.length };
    },
    { body: { proxies: ['203.0.113.9:3128:login:password'] } },
  ),
  handle(
    changeProxy,
    ({ world, params, body: sent }) => {
      const proxy = find(world, params.id);
      const { fields, version } = accepted(proxy, sent);
      const { company, password, ...body } = fields;
      const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
      const changed: Proxy = {
        ...proxy,
        ...given,
        version,
        ...(company !== undefined && { company: companyOf(world, company) }),
        has_password: proxy.has_password || (password ?? '') !== '',
      };
      if (world.proxies.some((one) => one.id !== proxy.id && isAt(changed)(one))) throw new Refusal(409, 'proxy_exists');
      world.sent.push({ ...given, ...(company !== undefined && { company }), ...(password !== undefined && { password }) });
      return put(world, changed);
    },
    { ...ofProxy(7), body: { port: 8080 } },
  ),
  handle(
    deleteProxy,
    ({ world, params }) => {
      if (find(world, params.id).account !== null) throw new Refusal(409, 'proxy_in_use');
      world.proxies = world.proxies.filter(({ id }) => id !== params.id);
      return DONE;
    },
    ofProxy(7),
  ),
  handle(
    deleteProxies,
    ({ world, body }) => {
      world.sent.push(body);
      const stays = ({ account, company, state }: Proxy) =>
        account !== null || (body.company ?? company?.id) !== company?.id || (body.state ?? state) !== state;
      const count = world.proxies.length - world.proxies.filter(stays).length;
      world.proxies = world.proxies.filter(stays);
      return { count };
    },
    { body: { state: 'blocked' } },
  ),
  handle(blockProxyPost, ({ world, params }) => step(world, params.id, 'block'), ofProxy(7)),
  handle(unblockProxyPost, ({ world, params }) => step(world, params.id, 'unblock'), ofProxy(4)),
  handle(unlinkProxyPost, ({ world, params }) => step(world, params.id, 'unlink'), ofProxy(6)),
];
