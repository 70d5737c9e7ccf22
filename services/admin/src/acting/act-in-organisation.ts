import { Injectable } from '@nestjs/common';
import { ACTING_SECONDS } from '@leakwatch/contracts';
import { type Caller, Database, databaseNow, IDENTITY, NotAuthenticated, NotFound, type SqlEntityManager } from '@leakwatch/platform';
import type { AuditKind } from '@leakwatch/vocabulary';
import { signedIn } from '../accounts/signed-in.ts';
import { type AuditEntry, recordAudit } from '../audit/audit.store.ts';
import { organisationById } from '../organisations/organisation.store.ts';
import { SessionStore } from '../sessions/session.store.ts';
import { addActing, takeActing } from './acting.store.ts';

/** A member of staff begins and ends to work in an organisation's name, in the session of the call. Recorded before the session changes. */
@Injectable()
export class ActInOrganisation {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionStore,
  ) {}

  /** Returns when it ends by itself. Throws NotFound for an organisation that does not exist. */
  async begin(organisation: string, caller: Caller): Promise<Date> {
    const { session } = caller;
    if (session === null) throw new NotAuthenticated();
    const until = await this.database.inScope(IDENTITY, async (em) => {
      const seconds = Math.floor((await databaseNow(em)).getTime() / 1000) + ACTING_SECONDS;
      const ends = new Date(seconds * 1000);
      if ((await organisationById(em, organisation)) === undefined) throw new NotFound();
      // An hour before that has run out, and whose end is not recorded yet.
      await recordEnd(em, session, caller);
      await recordAudit(em, entryOf('support_begun', organisation, caller, { until: ends.toISOString() }));
      await addActing(em, { session, account_id: signedIn(caller).id, organisation_id: organisation, until: ends });
      return seconds;
    });
    await this.sessions.setActing(session, { organisation, until });
    return new Date(until * 1000);
  }

  /** Without effect where the session works in no organisation's name. */
  async end(caller: Caller): Promise<void> {
    const { session } = caller;
    if (session === null) return;
    await this.database.inScope(IDENTITY, (em) => recordEnd(em, session, caller));
    await this.sessions.setActing(session, undefined);
  }
}

/** Records the end once: of the button, of the hour (EndOfActing) or of the next beginning. */
async function recordEnd(em: SqlEntityManager, session: string, caller: Caller): Promise<void> {
  const taken = await takeActing(em, session);
  if (taken === undefined) return;
  const detail = { ended_by: taken.is_over ? 'time' : 'button' };
  await recordAudit(em, entryOf('support_ended', taken.organisation_id, caller, detail));
}

const entryOf = (kind: AuditKind, organisation: string, from: Caller, detail: AuditEntry['detail'] = {}): AuditEntry => ({
  ...{ kind, organisation, from, detail },
  account: signedIn(from).id,
});
