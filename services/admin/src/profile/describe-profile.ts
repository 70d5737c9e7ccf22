import { Injectable } from '@nestjs/common';
import type { AnswerOf, internalProfile } from '@leakwatch/contracts';
import { type Caller, Database, IDENTITY, NotAuthenticated } from '@leakwatch/platform';
import { signedIn } from '../accounts/signed-in.ts';
import { describeCompany } from '../organisations/describe-company.ts';
import { organisationById } from '../organisations/organisation.store.ts';
import { profileOf } from './profile.read-model.ts';

/** The caller's account and organisation, as the profile page shows them. */
@Injectable()
export class DescribeProfile {
  constructor(private readonly database: Database) {}

  async run(caller: Caller): Promise<AnswerOf<typeof internalProfile>> {
    const signedInAccount = signedIn(caller);
    return this.database.inScope(IDENTITY, async (em) => {
      const found = await profileOf(em, signedInAccount.id);
      if (found === undefined) throw new NotAuthenticated();
      const { organisation_id: id, created, password_changed: changed, ...account } = found;
      const organisation = id === null ? undefined : await organisationById(em, id);
      return {
        ...account,
        created: created.toISOString(),
        password_changed: changed?.toISOString() ?? null,
        company: organisation === undefined ? null : describeCompany(organisation),
      };
    });
  }
}
