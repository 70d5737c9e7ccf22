import { Injectable } from '@nestjs/common';
import { addressOfLogo, type AnswerOf, type internalIdentity } from '@leakwatch/contracts';
import { type Caller, Database, databaseNow, IDENTITY } from '@leakwatch/platform';
import { serviceStateAt } from '@leakwatch/rules';
import { activeAccount, endIntro } from '../accounts/account.store.ts';
import { signedIn } from '../accounts/signed-in.ts';
import { type Organisation, organisationById } from '../organisations/organisation.store.ts';
import { countOpen } from '../technical-notifications/technical-notification.read-model.ts';

/** The caller as the console shows them; the gateway adds the counts of the other services. */
@Injectable()
export class DescribeCaller {
  constructor(private readonly database: Database) {}

  async run(caller: Caller, switchIntroOff: boolean): Promise<AnswerOf<typeof internalIdentity>> {
    const { id } = signedIn(caller);
    return this.database.inScope(IDENTITY, async (em) => {
      if (switchIntroOff) await endIntro(em, id);
      const account = await activeAccount(em, id);
      // In an organisation's name the console shows what its users see.
      const shown = caller.acting === undefined ? account.organisation_id : caller.organisation;
      const staff = account.staff && caller.acting === undefined;
      const organisation = shown == null ? undefined : await organisationById(em, shown);
      return {
        user_id: account.id,
        username: account.username,
        roles: { authenticated: true, ...(staff && { staff: true }) },
        is_staff: staff,
        locale: account.locale,
        intro: account.intro,
        organisation: organisation === undefined ? null : shownToUsers(organisation, await databaseNow(em)),
        notifications: await countOpen(em, { organisation: organisation?.id ?? null, staff }),
        change_password: account.change_password,
        acting_until: caller.acting === undefined ? null : new Date(caller.acting.until * 1000).toISOString(),
      };
    });
  }
}

const shownToUsers = (organisation: Organisation, now: Date) => ({
  id: organisation.id,
  name: organisation.name,
  logo: organisation.logo_id === null ? null : addressOfLogo(organisation.logo_id),
  service: serviceStateAt(organisation, now),
});
