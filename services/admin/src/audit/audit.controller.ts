import { Controller } from '@nestjs/common';
import { type InputOf, internalStaffAccess, listActivity, listUserActivity } from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, IDENTITY, scopeOf, Serves } from '@leakwatch/platform';
import { signedIn } from '../accounts/signed-in.ts';
import { ownActivity, userActivity } from './activity.read-model.ts';
import { recordAll } from './audit.store.ts';

@Controller()
export class AuditController {
  constructor(private readonly database: Database) {}

  @Serves(listActivity)
  getOwn(@FromRequest() { query }: InputOf<typeof listActivity>, @FromCaller() caller: Caller) {
    const { id } = signedIn(caller);
    return this.database.inScope(IDENTITY, (em) => ownActivity(em, id, query));
  }

  @Serves(listUserActivity)
  getUsers(@FromRequest() { query }: InputOf<typeof listUserActivity>, @FromCaller() caller: Caller) {
    return this.database.inScope(scopeOf(caller), (em) => userActivity(em, query));
  }

  /** The gateway reports which organisations' data staff have read or changed. */
  @Serves(internalStaffAccess)
  async postStaffAccess(@FromRequest() { body }: InputOf<typeof internalStaffAccess>, @FromCaller() caller: Caller) {
    const { organisations, noun, act } = body;
    const kind = act === null ? 'staff_access' : 'staff_act';
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
