import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database, IDENTITY, LOGGER, type Logger, Schedule } from '@leakwatch/platform';
import { recordAudit } from '../audit/audit.store.ts';
import { SessionStore } from '../sessions/session.store.ts';
import { openActing, takeActing } from './acting.store.ts';

const TICK_MS = 30_000;
/** Staff who work in other names at once; the next tick finds the rest. */
const AT_ONCE = 1_000;
/** Nobody asked for this end. */
const NOWHERE = { address: '', user_agent: '' };

/** Records the end of work in an organisation's name that no button ended: the hour ran out, or the session ended. Every process may do it. */
@Injectable()
export class EndOfActing extends Schedule {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionStore,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  @Interval(TICK_MS)
  tick(): Promise<void> {
    return this.once(async () => {
      const open = await this.database.inScope(IDENTITY, (em) => openActing(em, AT_ONCE));
      // While Redis is away, only the hour is known to be over.
      for (const { session, is_over } of open) if (is_over || !(await this.sessions.isActing(session))) await this.record(session);
    });
  }

  private record(session: string): Promise<void> {
    return this.database.inScope(IDENTITY, async (em) => {
      const taken = await takeActing(em, session);
      if (taken === undefined) return;
      const { account_id: account, organisation_id: organisation, is_over } = taken;
      const detail = { ended_by: is_over ? 'time' : 'session' };
      await recordAudit(em, { kind: 'support_ended', account, organisation, from: NOWHERE, detail });
    });
  }
}
