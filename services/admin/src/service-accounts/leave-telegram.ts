import { Inject, Injectable } from '@nestjs/common';
import { type BodyOf, internalTelegramSignIn } from '@leakwatch/contracts';
import {
  asService,
  type Caller,
  Database,
  LOGGER,
  type Logger,
  newId,
  ServiceClients,
  type SqlEntityManager,
  STAFF,
  Vault,
} from '@leakwatch/platform';
import { phoneDigits } from '@leakwatch/rules';
import { recordAudit } from '../audit/audit.store.ts';
import { connectionOf } from '../proxies/proxy-connection.ts';
import type { LockedAccount } from './service-account.store.ts';
import { findTelegramSignIn } from './telegram-session.store.ts';

/** A session that Leakwatch no longer stores, and whose it was. */
export interface LeftSession {
  readonly account: string;
  readonly company: string | null;
  readonly body: BodyOf<typeof internalTelegramSignIn>;
}

/**
 * Ends at Telegram a session that is no longer stored: it would stay open there, and nobody could end it from here. This comes after the commit, and
 * a Telegram that is away undoes nothing: the audit trail then says that the session is open.
 */
@Injectable()
export class LeaveTelegram {
  constructor(
    private readonly database: Database,
    private readonly services: ServiceClients,
    private readonly vault: Vault,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The session of a locked account, before it is deleted; undefined where it is not signed in. */
  async sessionOf(em: SqlEntityManager, { id, phone, proxy_id, organisation_id }: LockedAccount): Promise<LeftSession | undefined> {
    const known = await findTelegramSignIn(em, this.vault, id);
    if (known?.stage !== 'signed_in') return undefined;
    const { api_id, api_hash, session } = known;
    const proxy = proxy_id === null ? null : await connectionOf(em, this.vault, proxy_id);
    const body = { api_id, api_hash, phone: `+${phoneDigits(phone)}`, proxy, step: { kind: 'log_out', session } } as const;
    return { account: id, company: organisation_id, body };
  }

  async run(left: LeftSession | undefined, caller: Caller): Promise<void> {
    if (left === undefined) return;
    const { account, company, body } = left;
    const answer = await this.services.call(internalTelegramSignIn, asService('admin', newId()), { body }).catch((error: unknown) => {
      this.logger.warn({ account, error: String(error) }, 'a session of Telegram stays open');
      return { kind: 'refused', reason: 'unavailable' } as const;
    });
    const detail = {
      service_account: account,
      action: answer.kind === 'signed_out' ? 'telegram_signed_out' : 'telegram_session_left_open',
      ...(answer.kind === 'refused' && { reason: answer.reason }),
    };
    const by = caller.account?.id ?? null;
    await this.database.inScope(STAFF, (em) =>
      recordAudit(em, { kind: 'service_account_changed', account: by, organisation: company, from: caller, detail }),
    );
  }
}
