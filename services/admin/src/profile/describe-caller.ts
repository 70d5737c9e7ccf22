import { Injectable } from '@nestjs/common';
import { addressOfLogo, type AnswerOf, type internalIdentity } from '@leakwatch/contracts';
import { type Caller, Database, IDENTITY } from '@leakwatch/platform';
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
      const organisation = account.organisation_id == null ? undefined : await organisationById(em, account.organisation_id);
      return {
        user_id: account.id,
        username: account.username,
        roles: { authenticated: true, ...(account.staff && { staff: true }) },
        is_staff: account.staff,
        locale: account.locale,
        intro: account.intro,
        organisation: organisation === undefined ? null : brandOf(organisation),
        notifications: await countOpen(em, { organisation: organisation?.id ?? null, staff: account.staff }),
        change_password: account.change_password,
      };
    });
  }
}

const brandOf = ({ id, name, logo_id }: Organisation) => ({ id, name, logo: logo_id === null ? null : addressOfLogo(logo_id) });
