import { Injectable } from '@nestjs/common';
import type { AnswerOf, internalBeginCheck } from '@leakwatch/contracts';
import { Database, SCHEDULER, type SqlEntityManager, Vault } from '@leakwatch/platform';
import { SERVICE_ACCOUNT_NEEDS } from '@leakwatch/vocabulary';
import { connectionOf } from '../proxies/proxy-connection.ts';
import { leaseAccountById, leaseProxyById } from '../leases/lease-one.store.ts';
import { tables } from '../entities.ts';
import { servicePasswordContext } from '../service-accounts/service-account.store.ts';
import { waitingCheck } from './pool-check.store.ts';

type Begun = AnswerOf<typeof internalBeginCheck>;

/**
 * Leases what a check is about, also where it is blocked or limited, so that nobody else uses it meanwhile. A proxy that belongs to an account is
 * leased with the account, whose credentials are left out.
 */
@Injectable()
export class BeginCheck {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  run(check: string): Promise<Begun> {
    return this.database.inScope(SCHEDULER, async (em) => {
      const of = await waitingCheck(em, check);
      if (of === undefined) return { kind: 'over' };
      if (of.service_account_id !== null) return this.account(em, of.service_account_id, true);
      const owner = await tables(em)
        .selectFrom('admin.service_account')
        .select('id')
        .where('proxy_id', '=', of.proxy_id)
        .executeTakeFirst();
      return owner === undefined ? this.proxy(em, of.proxy_id ?? '') : this.account(em, owner.id, false);
    });
  }

  private async account(em: SqlEntityManager, id: string, withCredentials: boolean): Promise<Begun> {
    if (await lacksProxy(em, id)) return { kind: 'no_proxy' };
    const leased = await leaseAccountById(em, id);
    if (leased === undefined) return { kind: 'busy' };
    const { source_type: source, proxy_id, login, password, organisation_id: organisation } = leased;
    const secret = password === null ? null : this.vault.open(Buffer.from(password), servicePasswordContext(id));
    const access = {
      lease: { holder: 'account' as const, id, epoch: leased.lease_epoch },
      account: withCredentials ? { id, login, secret } : null,
      proxy: proxy_id === null ? null : await connectionOf(em, this.vault, proxy_id),
      organisation,
    };
    return { kind: 'leased', source, access };
  }

  private async proxy(em: SqlEntityManager, id: string): Promise<Begun> {
    const leased = await leaseProxyById(em, id);
    if (leased === undefined) return { kind: 'busy' };
    const lease = { holder: 'proxy' as const, id, epoch: leased.lease_epoch };
    const access = { lease, account: null, proxy: await connectionOf(em, this.vault, id), organisation: leased.organisation_id };
    return { kind: 'leased', source: null, access };
  }
}

/** Without its proxy an account would be seen from the installation's own address. */
async function lacksProxy(em: SqlEntityManager, id: string): Promise<boolean> {
  const found = await tables(em)
    .selectFrom('admin.service_account')
    .select(['source_type', 'proxy_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  return found !== undefined && found.proxy_id === null && SERVICE_ACCOUNT_NEEDS[found.source_type].proxy;
}
