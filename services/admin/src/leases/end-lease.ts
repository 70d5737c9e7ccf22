import { Injectable } from '@nestjs/common';
import type { LeaseOutcome, LeaseReference } from '@leakwatch/contracts';
import { Database, SCHEDULER, type SqlEntityManager } from '@leakwatch/platform';
import { endsTelegramSession } from '@leakwatch/rules';
import { endTelegramSession } from '../service-accounts/telegram-session.store.ts';
import { endLease } from './lease.store.ts';
import { limitAccount, proxyFailed, proxyWorked, refuseAccount } from './outcome.store.ts';

/** Ends a lease and records what its holder learnt. A holder that lost its lease changes nothing. */
@Injectable()
export class EndLease {
  constructor(private readonly database: Database) {}

  async run(lease: LeaseReference, outcome: LeaseOutcome): Promise<void> {
    await this.database.inScope(SCHEDULER, async (em) => {
      const proxy = await endLease(em, lease);
      if (proxy === undefined) return;
      if (lease.holder === 'account' && outcome.kind === 'limited') await limitAccount(em, lease.id, outcome.seconds);
      if (lease.holder === 'account' && outcome.kind === 'refused') await refuse(em, lease.id, outcome.text);
      if (proxy === null || outcome.kind === 'unknown') return;
      // Every other outcome is an answer of the source, which came through the proxy.
      if (outcome.kind === 'proxy_failed') await proxyFailed(em, proxy, outcome.text);
      else await proxyWorked(em, proxy);
    });
  }
}

/** An account of another source has no session. */
async function refuse(em: SqlEntityManager, id: string, text: string): Promise<void> {
  await refuseAccount(em, id, text);
  if (endsTelegramSession(text)) await endTelegramSession(em, id);
}
