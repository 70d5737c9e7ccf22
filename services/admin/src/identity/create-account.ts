import { Injectable } from '@nestjs/common';
import type { createAccount, InputOf } from '@leakwatch/contracts';
import { Conflict, Database, InvalidRequest, newId, newToken, NotFound, STAFF } from '@leakwatch/platform';
import { faultOfPassword } from '../links/refuse-password.ts';
import { queueMail } from '../mails/mail.store.ts';
import { organisationById } from '../organisations/organisation.store.ts';
import { addAccount } from './account.store.ts';
import { hashPassword } from './passwords.ts';

/**
 * Staff create an account (spec/3-staff section 5, 'Account form'). Without a default password nobody knows one, and the
 * welcome mail brings the link to set it.
 */
@Injectable()
export class CreateAccount {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  async run(body: InputOf<typeof createAccount>['body']): Promise<string> {
    const { default_password: given } = body;
    const fault = given === undefined ? null : faultOfPassword(given);
    if (fault !== null) throw new InvalidRequest('password_weak', { default_password: fault });
    const id = newId();
    const passwordHash = await hashPassword(given ?? newToken());
    await this.database.inScope(STAFF, async (em) => {
      if (body.company !== null && (await organisationById(em, body.company)) === undefined) throw new NotFound('organisation_not_found');
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
}
