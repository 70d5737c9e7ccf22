import { Controller } from '@nestjs/common';
import { type InputOf, listActivity, listUserActivity } from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, IDENTITY, NotAuthenticated, scopeOf, Serves } from '@leakwatch/platform';
import { ownActivity, userActivity } from './activity.read-model.ts';

@Controller()
export class ActivityController {
  constructor(private readonly database: Database) {}

  @Serves(listActivity)
  getOwn(@FromRequest() { query }: InputOf<typeof listActivity>, @FromCaller() { account }: Caller) {
    if (account === null) throw new NotAuthenticated();
    return this.database.inScope(IDENTITY, (em) => ownActivity(em, account.id, query));
  }

  @Serves(listUserActivity)
  getUsers(@FromRequest() { query }: InputOf<typeof listUserActivity>, @FromCaller() caller: Caller) {
    return this.database.inScope(scopeOf(caller), (em) => userActivity(em, query));
  }
}
