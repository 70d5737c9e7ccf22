import { Injectable } from '@nestjs/common';
import type { createAccount, InputOf } from '@leakwatch/contracts';
import { Conflict, Database, InvalidRequest, newId, newToken, NotFound, STAFF } from '@leakwatch/platform';
import { queueMail } from '../mails/mail.store.ts';
import { organisationById } from '../organisations/organisation.store.ts';
import { RefusePassword } from '../passwords/refuse-password.ts';
import { addAccount } from '../identity/account.store.ts';
import { hashPassword } from '../identity/passwords.ts';

/**
 * Staff create an account (spec/3-staff section 5, 'Account form'). Without a default password nobody knows one, and the
 * welcome mail brings the link to set it.
 */
@Injectable()
export class CreateAccount {
  constructor(
    private readonly database: Database,
    private readonly refuse: RefusePassword,
  ) {}

  async run(body: InputOf<typeof createAccount>['body']): Promise<string> {
    const { default_password: given } = body;
    const company = await this.nameOf(body.company);
    const fault = given === undefined ? null : await this.refuse.faultOf(given, { ...body, company });
    if (fault !== null) throw new InvalidRequest('password_weak', { default_password: fault });
    const id = newId();
    const passwordHash = await hashPassword(given ?? newToken());
    await this.database.inScope(STAFF, async (em) => {
      const added = await addAccount(em, {
        id,
        organisationId: body.company,
        email: body.email,
        username: body.username,
        firstName: body.first_name,
        lastName: body.last_name,
        passwordHash,
        staff: body.is_staff,
        locale: body.locale,
        changePassword: given !== undefined && body.change_password,
      });
      if (!added) throw new Conflict('account_exists');
      if (given === undefined) await queueMail(em, 'welcome', { account: id });
    });
    return id;
  }

  private async nameOf(organisation: string | null): Promise<string | null> {
    if (organisation === null) return null;
    const found = await this.database.inScope(STAFF, (em) => organisationById(em, organisation));
    if (found === undefined) throw new NotFound('organisation_not_found');
    return found.name;
  }
}
