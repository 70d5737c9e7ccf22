import { Inject, Injectable } from '@nestjs/common';
import type { changeAccount, InputOf } from '@leakwatch/contracts';
import {
  type Bus,
  BUS,
  type Caller,
  Conflict,
  Database,
  databaseNow,
  Forbidden,
  InvalidRequest,
  isViolationOf,
  NotFound,
  type SqlEntityManager,
  STAFF,
} from '@leakwatch/platform';
import { type Account, accountById, lockAccount, removeAccounts } from '../accounts/account.store.ts';
import { changesBetween, HIDDEN, type Shown } from '../audit/audit-changes.domain.ts';
import { EDITED, requireSeen, versionDetail } from '../audit/changed-meanwhile.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { publishMembers, publishRemoved } from '../members/publish-members.ts';
import { organisationById, requireOrganisation } from '../organisations/organisation.store.ts';
import { revokeLinkCodes } from '../password-changes/link-code.store.ts';
import { staffAccountById } from './account-list.read-model.ts';
import { CheckNewPassword } from '../passwords/check-new-password.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { EndAllSessions } from '../sessions/end-all-sessions.ts';

type Body = InputOf<typeof changeAccount>['body'];
type Change = Omit<Body, 'version'>;

/** Changes after which what the account was let in with does not count any more. */
const ENDS_SESSIONS = ['email', 'company', 'is_staff', 'is_active', 'default_password'] as const satisfies readonly (keyof Change)[];

/** What other services know of a member. */
const MEMBERSHIP = ['username', 'company', 'is_active'] as const satisfies readonly (keyof Change)[];

/** Staff change or delete an account (docs/behaviour/accounts.md). */
@Injectable()
export class ChangeAccount {
  constructor(
    private readonly database: Database,
    private readonly checkNewPassword: CheckNewPassword,
    private readonly endAllSessions: EndAllSessions,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  /**
   * Changes the fields that are named. Throws NotFound, Forbidden account_own (staff do not lock themselves out), account_exists,
   * organisation_not_found, password_weak.
   */
  async run(id: string, { version, ...change }: Body, caller: Caller): Promise<void> {
    const isOwn = id === caller.account?.id;
    if (isOwn && (change.is_active === false || change.is_staff === false || change.default_password !== undefined))
      throw new Forbidden('account_own');
    const passwordHash = await this.newHash(id, change);
    const epoch = await this.database.inScope(STAFF, async (em) => {
      // An organisation is locked before its accounts (docs/locks.md).
      if (change.company !== undefined) await requireOrganisation(em, change.company);
      const account = await lockAccount(em, id);
      if (account === null) throw new NotFound();
      const changed = changedFields(account, change);
      if (changed.length === 0) return undefined;
      await requireSeen(em, EDITED.account, id, account.edit_version, version);
      const before = shownAccount(account);
      apply(account, change);
      if (passwordHash !== undefined) Object.assign(account, { password_hash: passwordHash, password_changed: await databaseNow(em) });
      const ends = ENDS_SESSIONS.some((field) => changed.includes(field));
      if (ends) {
        account.epoch += 1;
        await revokeLinkCodes(em, id);
      }
      await flushUnique(em);
      if (MEMBERSHIP.some((field) => changed.includes(field))) await publishMembers(em, this.bus, [id]);
      const detail = { fields: changed.join(', '), ...versionDetail(await staffAccountById(em, id)) };
      const after = { ...shownAccount(account), ...(passwordHash !== undefined && { default_password: HIDDEN }) };
      const changes = changesBetween(before, after);
      await recordAudit(em, { kind: 'account_changed', account: id, actor: caller.account?.id ?? null, from: caller, detail, changes });
      return ends ? account.epoch : undefined;
    });
    if (epoch !== undefined) await this.endAllSessions.run(id, epoch);
  }

  /** Throws NotFound, Forbidden account_own. */
  async delete(id: string, caller: Caller): Promise<void> {
    if (id === caller.account?.id) throw new Forbidden('account_own');
    const removed = await this.database.inScope(STAFF, async (em) => {
      const account = await lockAccount(em, id);
      if (account === null) throw new NotFound();
      const { organisation_id: organisation } = account;
      const actor = caller.account?.id ?? null;
      const changes = changesBetween(shownAccount(account), null);
      await recordAudit(em, { kind: 'account_deleted', account: id, actor, organisation, from: caller, changes });
      const accounts = await removeAccounts(em, [id]);
      await publishRemoved(em, this.bus, accounts);
      return accounts;
    });
    for (const { epoch } of removed) await this.endAllSessions.run(id, epoch);
  }

  private async newHash(id: string, change: Change): Promise<string | undefined> {
    const { default_password: password } = change;
    if (password === undefined) return undefined;
    const owner = await this.database.inScope(STAFF, async (em) => {
      const account = await accountById(em, id);
      if (account === null) throw new NotFound();
      const organisation = (change.company === undefined ? account.organisation_id : change.company) ?? null;
      const company = organisation === null ? undefined : await organisationById(em, organisation);
      return {
        email: change.email ?? account.email,
        username: change.username ?? account.username,
        first_name: change.first_name ?? account.first_name,
        last_name: change.last_name ?? account.last_name,
        company: company?.name ?? null,
      };
    });
    const fault = await this.checkNewPassword.faultOf(password, owner);
    if (fault !== null) throw new InvalidRequest('password_weak', { default_password: fault });
    return hashPassword(password);
  }
}

/** The fields of an account by the names that a change gives them. */
const shownAccount = (account: Account): Shown => ({
  email: account.email,
  username: account.username,
  first_name: account.first_name,
  last_name: account.last_name,
  company: account.organisation_id,
  is_staff: account.staff,
  is_active: account.active,
  locale: account.locale,
  change_password: account.change_password,
});

function changedFields(account: Account, change: Change): string[] {
  const stored = new Map<string, unknown>(Object.entries(shownAccount(account)));
  return Object.entries(change).flatMap(([field, value]) => (value === undefined || stored.get(field) === value ? [] : [field]));
}

function apply(account: Account, change: Change): void {
  if (change.email !== undefined) account.email = change.email;
  if (change.username !== undefined) account.username = change.username;
  if (change.first_name !== undefined) account.first_name = change.first_name;
  if (change.last_name !== undefined) account.last_name = change.last_name;
  if (change.company !== undefined) account.organisation_id = change.company;
  if (change.is_staff !== undefined) account.staff = change.is_staff;
  if (change.is_active !== undefined) account.active = change.is_active;
  if (change.locale !== undefined) account.locale = change.locale;
  if (change.change_password !== undefined) account.change_password = change.change_password;
}

async function flushUnique(em: SqlEntityManager): Promise<void> {
  try {
    await em.flush();
  } catch (error) {
    throw isViolationOf('account_email', error) ? new Conflict('account_exists') : error;
  }
}
