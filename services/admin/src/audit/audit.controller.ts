import { Controller } from '@nestjs/common';
import { exportAudit, type InputOf, internalStaffAccess, listActivity, listUserActivity, searchAudit } from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, IDENTITY, scopeOf, Serves, STAFF } from '@leakwatch/platform';
import { signedIn } from '../accounts/signed-in.ts';
import { ownActivity, userActivity } from './activity.read-model.ts';
import { auditPage } from './audit-search.read-model.ts';
import { recordAll } from './audit.store.ts';
import { ExportAudit } from './export-audit.ts';

@Controller()
export class AuditController {
  constructor(
    private readonly database: Database,
    private readonly exportRecords: ExportAudit,
  ) {}

  @Serves(listActivity)
  getOwn(@FromRequest() { query }: InputOf<typeof listActivity>, @FromCaller() caller: Caller) {
    const { id } = signedIn(caller);
    return this.database.read(IDENTITY, (em) => ownActivity(em, id, query));
  }

  @Serves(listUserActivity)
  getUsers(@FromRequest() { query }: InputOf<typeof listUserActivity>, @FromCaller() caller: Caller) {
    return this.database.read(scopeOf(caller), (em) => userActivity(em, query));
  }

  @Serves(searchAudit)
  getSearch(@FromRequest() { query }: InputOf<typeof searchAudit>) {
    return this.database.read(STAFF, (em) => auditPage(em, query));
  }

  @Serves(exportAudit)
  getExport(@FromRequest() { query }: InputOf<typeof exportAudit>, @FromCaller() caller: Caller) {
    return this.exportRecords.run(query, caller);
  }

  /** The gateway reports which organisations' data staff have read or changed. */
  @Serves(internalStaffAccess)
  async postStaffAccess(@FromRequest() { body }: InputOf<typeof internalStaffAccess>, @FromCaller() caller: Caller) {
    const { organisations, noun, act } = body;
    const kind = act === null ? 'staff_access' : caller.acting === undefined ? 'staff_act' : 'support_act';
    const entry = { kind, account: signedIn(caller).id, from: caller, detail: { noun, ...act } } as const;
    const about = organisations.length === 0 ? [null] : organisations;
    await this.database.inScope(IDENTITY, (em) =>
      recordAll(
        em,
        about.map((organisation) => ({ ...entry, organisation })),
      ),
    );
    return { ok: true };
  }
}
