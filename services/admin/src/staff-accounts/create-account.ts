import { Inject, Injectable } from '@nestjs/common';
import type { createAccount, InputOf } from '@leakwatch/contracts';
import { type Bus, BUS, type Caller, Conflict, Database, InvalidRequest, newId, newToken, NotFound, STAFF } from '@leakwatch/platform';
import { addAccount } from '../accounts/account.store.ts';
import { publishMembers } from '../members/publish-members.ts';
import { changesBetween, HIDDEN } from '../audit/audit-changes.domain.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { queueMail } from '../mails/mail.store.ts';
import { organisationById, requireOrganisation } from '../organisations/organisation.store.ts';
import { CheckNewPassword } from '../passwords/check-new-password.ts';
import { hashPassword } from '../passwords/password-hash.ts';

/**
 * Staff create an account. Without a default password the account gets a random one that nobody
 * knows, and a welcome mail with a link to set a password.
 */
@Injectable()
export class CreateAccount {
  constructor(
    private readonly database: Database,
    private readonly checkNewPassword: CheckNewPassword,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  /** Returns the id. Throws password_weak, account_exists, organisation_not_found. */
  async run(body: InputOf<typeof createAccount>['body'], caller: Caller): Promise<string> {
    const { default_password: given } = body;
    const company = await this.nameOf(body.company);
    const fault = given === undefined ? null : await this.checkNewPassword.faultOf(given, { ...body, company });
    if (fault !== null) throw new InvalidRequest('password_weak', { default_password: fault });
    const id = newId();
    const passwordHash = await hashPassword(given ?? newToken());
    await this.database.inScope(STAFF, async (em) => {
      await requireOrganisation(em, body.company);
      const added = await addAccount(em, {
        id,
        organisation_id: body.company,
        email: body.email,
        username: body.username,
        first_name: body.first_name,
        last_name: body.last_name,
        password_hash: passwordHash,
        staff: body.is_staff,
        locale: body.locale,
        change_password: given !== undefined && body.change_password,
      });
      if (!added) throw new Conflict('account_exists');
      await publishMembers(em, this.bus, [id]);
      const { email, username, first_name, last_name, is_staff, locale, change_password } = body;
      const shown = { email, username, first_name, last_name, is_staff, locale, change_password, company };
      const changes = changesBetween(null, { ...shown, ...(given !== undefined && { default_password: HIDDEN }) });
      await recordAudit(em, { kind: 'account_created', account: id, actor: caller.account?.id ?? null, from: caller, changes });
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
