import { Injectable } from '@nestjs/common';
import { ACTING_SECONDS } from '@leakwatch/contracts';
import { type Caller, Database, IDENTITY, NotAuthenticated, NotFound } from '@leakwatch/platform';
import type { AuditKind } from '@leakwatch/vocabulary';
import { signedIn } from '../accounts/signed-in.ts';
import { type AuditEntry, recordAudit } from '../audit/audit.store.ts';
import { organisationById } from '../organisations/organisation.store.ts';
import { SessionStore } from '../sessions/session.store.ts';

/** A member of staff begins and ends to work in an organisation's name, in the session of the call. Recorded before the session changes. */
@Injectable()
export class ActInOrganisation {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionStore,
  ) {}

  /** Returns when it ends by itself. Throws NotFound for an organisation that does not exist. */
  async begin(organisation: string, caller: Caller, now = Date.now()): Promise<Date> {
    const { session } = caller;
    if (session === null) throw new NotAuthenticated();
    const until = Math.floor(now / 1000) + ACTING_SECONDS;
    const ends = new Date(until * 1000);
    await this.database.inScope(IDENTITY, async (em) => {
      if ((await organisationById(em, organisation)) === undefined) throw new NotFound();
      await recordAudit(em, entryOf('support_begun', organisation, caller, { until: ends.toISOString() }));
    });
    await this.sessions.setActing(session, { organisation, until });
    return ends;
  }

  /** Without effect, and without a record, where the session works in no organisation's name, or its hour is over. */
  async end(caller: Caller, now = Date.now()): Promise<void> {
    const { session } = caller;
    const acting = session === null ? undefined : await this.sessions.acting(session);
    if (session === null || acting === undefined || acting.until * 1000 <= now) return;
    await this.database.inScope(IDENTITY, (em) => recordAudit(em, entryOf('support_ended', acting.organisation, caller)));
    await this.sessions.setActing(session, undefined);
  }
}

const entryOf = (kind: AuditKind, organisation: string, from: Caller, detail: AuditEntry['detail'] = {}): AuditEntry => ({
  ...{ kind, organisation, from, detail },
  account: signedIn(from).id,
});
