import { Injectable } from '@nestjs/common';
import type { createAccount, InputOf } from '@leakwatch/contracts';
import { Conflict, Database, InvalidRequest, newId, NotFound, STAFF } from '@leakwatch/platform';
import { brokenPasswordRules } from '@leakwatch/rules';
import { organisationById } from '../organisations/organisation.store.ts';
import { addAccount } from './account.store.ts';
import { hashPassword } from './passwords.ts';

/** Staff create an account (spec/3-staff section 5, 'Account form'). */
@Injectable()
export class CreateAccount {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  async run(body: InputOf<typeof createAccount>['body']): Promise<string> {
    if (brokenPasswordRules(body.default_password).length > 0)
      throw new InvalidRequest('password_weak', { default_password: 'password_weak' });
    const id = newId();
    const passwordHash = await hashPassword(body.default_password);
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
      });
      if (!added) throw new Conflict('account_exists');
    });
    return id;
  }
}
