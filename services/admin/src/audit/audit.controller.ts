import { Controller } from '@nestjs/common';
import { type InputOf, internalStaffAccess } from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, IDENTITY, NotAuthenticated, Serves } from '@leakwatch/platform';
import { recordAudit } from './audit.store.ts';

/** Audit records of events that other services see. */
@Controller()
export class AuditController {
  constructor(private readonly database: Database) {}

  @Serves(internalStaffAccess)
  async postStaffAccess(@FromRequest() { body }: InputOf<typeof internalStaffAccess>, @FromCaller() caller: Caller) {
    const { account } = caller;
    if (account === null) throw new NotAuthenticated();
    const { organisations, noun } = body;
    const entry = { kind: 'staff_access', account: account.id, from: caller, detail: { noun } } as const;
    await this.database.inScope(IDENTITY, async (em) => {
      if (organisations.length === 0) await recordAudit(em, { ...entry, organisation: null });
      for (const organisation of organisations) await recordAudit(em, { ...entry, organisation });
    });
    return { ok: true };
  }
}
