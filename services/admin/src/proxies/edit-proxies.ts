import { Injectable } from '@nestjs/common';
import type { changeProxy, createProxies, createProxy, InputOf, Proxy } from '@leakwatch/contracts';
import {
  type Caller,
  Conflict,
  Database,
  InvalidRequest,
  LeakwatchError,
  newId,
  NotFound,
  type SqlEntityManager,
  STAFF,
  Vault,
} from '@leakwatch/platform';
import { parseProxyList, type ProxyEntry } from '@leakwatch/rules';
import type { ProxyStep } from '@leakwatch/vocabulary';
import { type AuditChange, changesBetween, HIDDEN, type Shown } from '../audit/audit-changes.domain.ts';
import { EDITED, requireSeen, versionDetail } from '../audit/changed-meanwhile.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { requireOrganisation } from '../organisations/organisation.store.ts';
import { proxyById } from './proxy-list.read-model.ts';
import {
  addProxies,
  endLeasesOfProxy,
  forgetFailures,
  knownProxies,
  lockProxy,
  type NewProxy,
  type ProxyFilter,
  proxyPasswordContext,
  removeProxy,
  removeUnusedProxies,
  takeProxyStep,
  updateProxy,
} from './proxy.store.ts';

type Action = 'proxy_created' | 'proxy_changed' | 'proxy_deleted';
type Body<R extends typeof createProxy | typeof createProxies | typeof changeProxy> = InputOf<R>['body'];

/** Proxies that an answer names; the rest is counted. */
const NAMED = 10;

/** Staff add, change, block and delete proxies (docs/behaviour/service-accounts.md). */
@Injectable()
export class EditProxies {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  async create({ company, password, ...proxy }: Body<typeof createProxy>, caller: Caller): Promise<Proxy> {
    const id = newId();
    return this.database.inScope(STAFF, async (em) => {
      await requireOrganisation(em, company);
      const sealed = { password: this.seal(id, password), organisation_id: company };
      if ((await addProxies(em, [{ id, ...proxy, ...sealed }])) === 0) throw new Conflict('proxy_exists');
      const created = await found(em, id);
      await record(em, 'proxy_created', caller, company, { proxy: id }, changesBetween(null, shown(created, password !== '')));
      return created;
    });
  }

  /** All or nothing. @throws LeakwatchError proxy_entry_malformed, with the position; Conflict proxies_exist, with the addresses */
  async createMany(body: Body<typeof createProxies>, caller: Caller): Promise<number> {
    const list = parseProxyList(body.proxies.join('\n'));
    if ('malformed' in list) throw new LeakwatchError('proxy_entry_malformed', 400, { details: { position: list.position } });
    if (list.entries.length === 0) throw new InvalidRequest('invalid_request', { proxies: 'too_small' });
    const seen = new Set<string>();
    const twice = list.entries.filter((one) => seen.size === seen.add(keyOf(one)).size);
    if (twice.length > 0) throw duplicates(twice);
    const proxies = list.entries.map((entry) => this.toRow(entry, body));
    await this.database.inScope(STAFF, async (em) => {
      await requireOrganisation(em, body.company);
      if ((await addProxies(em, proxies)) < proxies.length) throw duplicates(await knownBefore(em, proxies));
      const addresses = proxies.map(keyOf);
      const changes = changesBetween(null, { proxies: addresses, reserved_for_discovery: body.reserved_for_discovery });
      await record(em, 'proxy_created', caller, body.company, { count: String(proxies.length) }, changes);
    });
    return proxies.length;
  }

  /** A crawler that uses the proxy loses it when its address or its credentials change. */
  async change(id: string, { version, company, password, ...rest }: Body<typeof changeProxy>, caller: Caller): Promise<Proxy> {
    return this.database.inScope(STAFF, async (em) => {
      // An organisation is locked before its proxies (docs/locks.md).
      if (company !== undefined) await requireOrganisation(em, company);
      const locked = await lockProxy(em, id);
      if (locked === undefined) throw new NotFound();
      const { proxy, account } = locked;
      const before = await found(em, id);
      const taken = typeof company === 'string' && company !== proxy.organisation_id;
      if (taken && account !== undefined && account.organisation_id !== company) throw new Conflict('proxy_of_other_company');
      const fresh = password !== undefined && password !== '';
      const change = {
        ...rest,
        ...(company !== undefined && { organisation_id: company }),
        ...(fresh && { password: this.seal(id, password) }),
      };
      if (Object.values(change).every((value) => value === undefined)) return found(em, id);
      await requireSeen(em, EDITED.proxy, id, before.version, version);
      if (!(await updateProxy(em, id, change))) throw new Conflict('proxy_exists');
      const moved = (['type', 'ip_address', 'port', 'login'] as const).some((key) => rest[key] !== undefined && rest[key] !== proxy[key]);
      if (moved || fresh) await forgetFailures(em, proxy);
      if (moved || fresh || (company !== undefined && company !== proxy.organisation_id)) await endLeasesOfProxy(em, id);
      const after = await found(em, id);
      const changes = changesBetween(shown(before, false), shown(after, fresh));
      await record(em, 'proxy_changed', caller, company ?? proxy.organisation_id, { proxy: id, ...versionDetail(after) }, changes);
      return after;
    });
  }

  async step(id: string, step: ProxyStep, caller: Caller): Promise<Proxy> {
    return this.database.inScope(STAFF, async (em) => {
      const locked = await lockProxy(em, id);
      if (locked === undefined) throw new NotFound();
      const before = await found(em, id);
      await takeProxyStep(em, locked.proxy, step);
      const after = await found(em, id);
      const changes = changesBetween(shown(before, false), shown(after, false));
      const detail = { proxy: id, action: step, ...versionDetail(after) };
      await record(em, 'proxy_changed', caller, locked.proxy.organisation_id, detail, changes);
      return after;
    });
  }

  /** @throws Conflict proxy_in_use when it belongs to a service account */
  async delete(id: string, caller: Caller): Promise<void> {
    await this.database.inScope(STAFF, async (em) => {
      const locked = await lockProxy(em, id);
      if (locked === undefined) throw new NotFound();
      if (locked.account !== undefined) throw new Conflict('proxy_in_use');
      const changes = changesBetween(shown(await found(em, id), false), null);
      if (!(await removeProxy(em, id))) throw new Conflict('proxy_in_use');
      await record(em, 'proxy_deleted', caller, locked.proxy.organisation_id, { proxy: id }, changes);
    });
  }

  /** Deletes those of a narrowed list that no service account uses. Returns how many; each company has a record of its own. */
  async deleteMany(filter: ProxyFilter, caller: Caller): Promise<number> {
    return this.database.inScope(STAFF, async (em) => {
      const removed = await removeUnusedProxies(em, filter);
      for (const company of new Set(removed.map(({ organisation_id }) => organisation_id))) {
        const proxies = removed.filter(({ organisation_id }) => organisation_id === company);
        const changes = changesBetween({ proxies: proxies.map(keyOf) }, null);
        await record(em, 'proxy_deleted', caller, company, { count: String(proxies.length) }, changes);
      }
      return removed.length;
    });
  }

  private toRow({ password, ...entry }: ProxyEntry, { company, reserved_for_discovery }: Body<typeof createProxies>): NewProxy {
    const id = newId();
    return { id, ...entry, password: this.seal(id, password), organisation_id: company, reserved_for_discovery };
  }

  private seal = (id: string, password: string) => (password === '' ? null : this.vault.seal(password, proxyPasswordContext(id)));
}

type Address = Pick<NewProxy, 'ip_address' | 'port' | 'login'>;
const keyOf = ({ ip_address, port, login }: Address) => `${ip_address}:${port}:${login}`;

/** Those of the list that were there before this transaction; the others were added by it. */
async function knownBefore(em: SqlEntityManager, proxies: readonly NewProxy[]): Promise<Address[]> {
  const ids = new Set(proxies.map(({ id }) => id));
  return (await knownProxies(em, proxies)).filter((one) => !ids.has(one.id));
}

function duplicates(proxies: readonly Address[]): Conflict {
  const named = proxies.slice(0, NAMED).map(({ ip_address, port }) => `${ip_address}:${port}`);
  return new Conflict('proxies_exist', { count: proxies.length, proxies: named.join(', ') });
}

async function found(em: SqlEntityManager, id: string): Promise<Proxy> {
  const proxy = await proxyById(em, id);
  if (proxy === undefined) throw new NotFound();
  return proxy;
}

const shown = (of: Proxy, isPasswordSet: boolean): Shown => ({
  company: of.company?.name,
  type: of.type,
  ip_address: of.ip_address,
  port: of.port,
  login: of.login,
  reserved_for_discovery: of.reserved_for_discovery,
  state: of.state,
  ...(isPasswordSet && { password: HIDDEN }),
});

const record = (
  em: SqlEntityManager,
  kind: Action,
  from: Caller,
  organisation: string | null,
  detail: Readonly<Record<string, string>>,
  changes: AuditChange[],
) => recordAudit(em, { kind, account: from.account?.id ?? null, organisation, from, detail, changes });
