import { Injectable } from '@nestjs/common';
import type { AnswerOf, internalIdentity } from '@leakwatch/contracts';
import { type Caller, Database, IDENTITY, NotAuthenticated } from '@leakwatch/platform';
import { organisationById } from '../organisations/organisation.store.ts';
import { countOpen } from '../notifications/notification.read-model.ts';
import { accountById, endIntro } from './account.store.ts';

/** The caller as the console shows it; the gateway adds the counts of the other services. */
@Injectable()
export class DescribeCaller {
  constructor(private readonly database: Database) {}

  async run(caller: Caller, switchIntroOff: boolean): Promise<AnswerOf<typeof internalIdentity>> {
    const { account: signedIn } = caller;
    if (signedIn === null) throw new NotAuthenticated();
    return this.database.inScope(IDENTITY, async (em) => {
      if (switchIntroOff) await endIntro(em, signedIn.id);
      const account = await accountById(em, signedIn.id);
      if (account === undefined || !account.active) throw new NotAuthenticated();
      const organisation = account.organisation_id === null ? undefined : await organisationById(em, account.organisation_id);
      return {
        user_id: account.id,
        username: account.username,
        roles: { authenticated: true, ...(account.staff && { staff: true }) },
        is_staff: account.staff,
        locale: account.locale,
        intro: account.intro,
        organisation: organisation === undefined ? null : { id: organisation.id, name: organisation.name },
        notifications: organisation === undefined ? 0 : await countOpen(em, organisation.id),
        change_password: account.change_password,
      };
    });
  }
}
