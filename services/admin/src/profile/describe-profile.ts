import { Injectable } from '@nestjs/common';
import type { AnswerOf, getProfile } from '@leakwatch/contracts';
import { type Caller, Database, IDENTITY, NotAuthenticated, row, sql } from '@leakwatch/platform';
import { describeCompany } from '../organisations/describe-company.ts';
import { organisationById } from '../organisations/organisation.store.ts';

interface ProfileRow {
  readonly id: string;
  readonly organisation_id: string | null;
  readonly email: string;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly is_staff: boolean;
  readonly is_active: boolean;
  readonly change_password: boolean;
  readonly created: Date;
  readonly password_changed: Date | null;
}

/** The caller's account and organisation (spec/1-console section 2, 'Profile'). */
@Injectable()
export class DescribeProfile {
  constructor(private readonly database: Database) {}

  async run({ account: signedIn }: Caller): Promise<AnswerOf<typeof getProfile>> {
    if (signedIn === null) throw new NotAuthenticated();
    return this.database.inScope(IDENTITY, async (em) => {
      const found = await row(
        em,
        sql<ProfileRow>`
          select id, organisation_id, email, username, first_name, last_name, staff as is_staff, active as is_active,
            change_password, created, password_changed
          from admin.account where id = ${signedIn.id}`,
      );
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
