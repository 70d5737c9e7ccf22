import { Injectable } from '@nestjs/common';
import type { AnswerOf, internalLease, LeasedAccess, TelegramCredentials } from '@leakwatch/contracts';
import { Database, SCHEDULER, type SqlEntityManager, Vault } from '@leakwatch/platform';
import { connectionOf } from '../proxies/proxy-connection.ts';
import { servicePasswordContext } from '../service-accounts/service-account.store.ts';
import { findTelegramSignIn } from '../service-accounts/telegram-session.store.ts';
import { availability, type Wanted } from './candidates.ts';
import { leaseAccount, leaseProxy } from './lease.store.ts';

/** Leases an account with its proxy, or a proxy alone, to one step of a crawler. */
@Injectable()
export class LeaseAccess {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  async run(wanted: Wanted): Promise<AnswerOf<typeof internalLease>> {
    return this.database.inScope(SCHEDULER, async (em) => {
      const leased = wanted.holder === 'account' ? await this.account(em, wanted) : await this.proxy(em, wanted);
      return { leased, ...(leased === null ? await availability(em, wanted) : { seconds: 0, excluded: 0 }) };
    });
  }

  private async account(em: SqlEntityManager, wanted: Wanted): Promise<LeasedAccess | null> {
    const leased = await leaseAccount(em, wanted);
    if (leased === undefined) return null;
    const { id, login, password, organisation_id: organisation } = leased;
    return {
      lease: { holder: 'account', id, epoch: leased.lease_epoch },
      account: { id, login, secret: wanted.source === 'telegram' ? await this.session(em, id) : this.secretOf(id, password) },
      proxy: leased.proxy_id === null ? null : await connectionOf(em, this.vault, leased.proxy_id),
      organisation,
    };
  }

  private async proxy(em: SqlEntityManager, wanted: Wanted): Promise<LeasedAccess | null> {
    const leased = await leaseProxy(em, wanted);
    if (leased === undefined) return null;
    const { id, organisation_id: organisation } = leased;
    return {
      lease: { holder: 'proxy', id, epoch: leased.lease_epoch },
      account: null,
      proxy: await connectionOf(em, this.vault, id),
      organisation,
    };
  }

  private secretOf = (id: string, password: Uint8Array | null) =>
    password === null ? null : this.vault.open(Buffer.from(password), servicePasswordContext(id));

  /** What an account of Telegram is used with: its password is for signing in. */
  private async session(em: SqlEntityManager, id: string): Promise<string | null> {
    const known = await findTelegramSignIn(em, this.vault, id);
    if (known === undefined) return null;
    const { api_id, api_hash, session } = known;
    return JSON.stringify({ api_id, api_hash, session } satisfies TelegramCredentials);
  }
}
