import { Inject, Injectable } from '@nestjs/common';
import { REVEAL_MINUTES, type Revealed, secretRevealsV1 } from '@leakwatch/contracts';
import {
  type Bus,
  BUS,
  type Caller,
  Forbidden,
  isStaffAct,
  newId,
  noteOrganisations,
  NotFound,
  outgoing,
  type RateLimit,
  RateLimiter,
  type SqlEntityManager,
  sql,
} from '@leakwatch/platform';
import { tables } from '../entities.ts';
import { findEvent } from '../leak-events/lock-events.store.ts';

/** A person who revokes key after key needs some in a minute; a stolen session must not copy the secrets of an organisation. */
export const REVEALS_OF_ACCOUNT = { name: 'secret_reveal', attempts: 60, seconds: 600 } as const satisfies RateLimit;

/** Records that a person sees the secrets of an event: in the event's activity, and by a message in the audit trail. */
@Injectable()
export class RecordReveal {
  constructor(
    private readonly limiter: RateLimiter,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  /** Before the transaction: asking for what is not there counts too. Throws too_many_requests, and Unavailable without Redis. */
  async allow(caller: Caller): Promise<void> {
    await this.limiter.require(REVEALS_OF_ACCOUNT, accountOf(caller).id);
  }

  /** Throws NotFound for an event that the caller does not see. */
  async record(em: SqlEntityManager, id: string, revealed: Revealed, caller: Caller): Promise<void> {
    const account = accountOf(caller);
    const event = await findEvent(em, id);
    if (event === undefined) throw new NotFound();
    noteOrganisations(caller, [event.organisation_id]);
    const { address, user_agent } = caller;
    const staff = isStaffAct(caller);
    await tables(em)
      .insertInto('events.reveal')
      .values({
        id: newId(),
        event_id: id,
        organisation_id: event.organisation_id,
        staff,
        account_id: account.id,
        account_name: account.username,
        revealed,
      })
      .execute();
    const reveal = { event_id: id, organisation_id: event.organisation_id, account_id: account.id, staff, revealed, address, user_agent };
    await this.bus.publish(em, [outgoing(secretRevealsV1, reveal)]);
  }
}

/** Throws Forbidden for a caller that is no person. */
function accountOf({ account }: Caller): NonNullable<Caller['account']> {
  if (account === null) throw new Forbidden();
  return account;
}

/** Throws Forbidden `reveal_needed` unless the caller revealed the values of the event in the last REVEAL_MINUTES, and acts in a session. */
export async function requireReveal(em: SqlEntityManager, id: string, caller: Caller): Promise<void> {
  const found = await tables(em)
    .selectFrom('events.reveal')
    .select('id')
    .where('event_id', '=', id)
    .where('account_id', '=', caller.account?.id ?? '')
    .where('revealed', '=', 'values')
    .where('at', '>', sql<Date>`now() - make_interval(mins => ${REVEAL_MINUTES})`)
    .limit(1)
    .executeTakeFirst();
  if (found === undefined || caller.session === null) throw new Forbidden('reveal_needed');
}
