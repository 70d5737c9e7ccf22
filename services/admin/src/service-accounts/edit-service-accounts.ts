import { Inject, Injectable } from '@nestjs/common';
import type { changeServiceAccount, createServiceAccount, InputOf, ServiceAccount } from '@leakwatch/contracts';
import {
  type Bus,
  BUS,
  type Caller,
  Conflict,
  Database,
  InvalidRequest,
  newId,
  NotFound,
  type SqlEntityManager,
  STAFF,
  Vault,
} from '@leakwatch/platform';
import { checkServiceAccount, phoneDigits, type ServiceAccountForm } from '@leakwatch/rules';
import type { ServiceAccountStep } from '@leakwatch/vocabulary';
import { type AuditChange, changesBetween, HIDDEN, type Shown } from '../audit/audit-changes.domain.ts';
import { EDITED, requireSeen, versionDetail } from '../audit/changed-meanwhile.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { requireOrganisation } from '../organisations/organisation.store.ts';
import { chooseProxy, mayUseProxy } from './choose-proxy.ts';
import { LeaveTelegram, type LeftSession } from './leave-telegram.ts';
import { publishOwnAccess } from './publish-own-access.ts';
import { serviceAccountById } from './service-account-list.read-model.ts';
import {
  addServiceAccount,
  endLeaseOfAccount,
  forgetRefusal,
  type LockedAccount,
  lockServiceAccount,
  removeServiceAccount,
  servicePasswordContext,
  takeAccountStep,
  unlinkServiceAccount,
  updateServiceAccount,
} from './service-account.store.ts';

import { forgetTelegramSignIn, requireFreePhone } from './telegram-session.store.ts';

type Action = 'service_account_created' | 'service_account_changed' | 'service_account_deleted' | 'proxy_created';
export type NewServiceAccount = InputOf<typeof createServiceAccount>['body'];
type Change = InputOf<typeof changeServiceAccount>['body'];
type StaffStep = Exclude<ServiceAccountStep, 'company_changed'>;

/** Staff add, change, block and delete service accounts (docs/behaviour/service-accounts.md). */
@Injectable()
export class EditServiceAccounts {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
    private readonly telegram: LeaveTelegram,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  async create(body: NewServiceAccount, caller: Caller): Promise<ServiceAccount> {
    check({ ...body, has_password: false });
    return this.database.inScope(STAFF, async (em) => {
      await requireOrganisation(em, body.company);
      const added = await this.add(em, body, caller);
      await this.publishAccess(em, body);
      return added;
    });
  }

  /** Adds a checked account to its organisation, whose row is locked; `publishAccess` follows. @throws Conflict service_account_exists, service_account_phone_exists, proxy_in_use, proxy_of_other_company */
  async add(em: SqlEntityManager, { company, password, proxy_ext, ...rest }: NewServiceAccount, caller: Caller): Promise<ServiceAccount> {
    await requireFreePhone(em, rest);
    const id = newId();
    const proxy_id = proxy_ext === '' ? null : await this.takeProxy(em, proxy_ext, id, company, caller);
    const row = { id, ...rest, organisation_id: company, proxy_id, password: this.seal(id, password) };
    refuse(await addServiceAccount(em, row));
    const created = await found(em, id);
    const changes = changesBetween(null, shownAccount(created, password !== ''));
    await record(em, 'service_account_created', caller, company, { service_account: id }, changes);
    return created;
  }

  /** Publishes whether the organisation has accounts of its own for the source; called once after the accounts were added. */
  publishAccess = (em: SqlEntityManager, { company, source_type }: Pick<NewServiceAccount, 'company' | 'source_type'>): Promise<void> =>
    publishOwnAccess(em, this.bus, [{ organisation_id: company, source_type }]);

  /**
   * A crawler that uses the account loses it when its company, source, credentials or proxy change. An account that leaves its company
   * with that company's credentials is blocked: what it may read is that company's. The session of another telephone number is ended.
   */
  async change(id: string, { version, ...change }: Change, caller: Caller): Promise<ServiceAccount> {
    let left: LeftSession | undefined;
    const changed = await this.database.inScope(STAFF, async (em) => {
      // An organisation is locked before its accounts (docs/locks.md).
      if (change.company !== undefined) await requireOrganisation(em, change.company);
      const account = await lockServiceAccount(em, id);
      if (account === undefined) throw new NotFound();
      const shown = await found(em, id);
      await requireSeen(em, EDITED.service_account, id, shown.version, version);
      const company = change.company === undefined ? account.organisation_id : change.company;
      const password = change.password ?? '';
      const proxyText = change.proxy_ext ?? shown.proxy_ext ?? '';
      const form = {
        source_type: change.source_type ?? account.source_type,
        login: change.login ?? account.login,
        phone: change.phone ?? account.phone,
      };
      check({ ...form, company, password, has_password: account.has_password, proxy_ext: proxyText });
      const isOtherNumber = form.source_type !== account.source_type || phoneDigits(form.phone) !== phoneDigits(account.phone);
      if (isOtherNumber) await requireFreePhone(em, form);
      const proxy_id = await this.proxyOf(em, account, proxyText === (shown.proxy_ext ?? '') ? undefined : proxyText, company, caller);
      const reserved_for_discovery = change.reserved_for_discovery ?? account.reserved_for_discovery;
      const row = { ...form, organisation_id: company, proxy_id, reserved_for_discovery };
      refuse(await updateServiceAccount(em, id, { ...row, ...(password !== '' && { password: this.seal(id, password) }) }));
      const moved = (['organisation_id', 'source_type', 'login', 'proxy_id'] as const).some((key) => row[key] !== account[key]);
      if (moved || password !== '') await endLeaseOfAccount(em, id);
      if (isOtherNumber) {
        left = await this.telegram.sessionOf(em, account);
        await forgetTelegramSignIn(em, id);
      }
      if (password !== '') await forgetRefusal(em, id);
      else if (account.organisation_id !== null && company !== account.organisation_id)
        await takeAccountStep(em, account, 'company_changed');
      await publishOwnAccess(em, this.bus, [account, row]);
      const after = await found(em, id);
      const changes = changesBetween(shownAccount(shown, false), shownAccount(after, password !== ''));
      await record(em, 'service_account_changed', caller, company, { service_account: id, ...versionDetail(after) }, changes);
      return after;
    });
    await this.telegram.run(left, caller);
    return changed;
  }

  async step(id: string, step: StaffStep, caller: Caller): Promise<ServiceAccount> {
    return this.database.inScope(STAFF, async (em) => {
      const account = await lockServiceAccount(em, id);
      if (account === undefined) throw new NotFound();
      const before = await found(em, id);
      await takeAccountStep(em, account, step === 'unlink' && account.organisation_id !== null ? 'company_changed' : step);
      if (step === 'unlink') {
        refuse(await unlinkServiceAccount(em, id));
        await publishOwnAccess(em, this.bus, [account]);
      }
      const after = await found(em, id);
      const changes = changesBetween(shownAccount(before, false), shownAccount(after, false));
      const detail = { service_account: id, action: step, ...versionDetail(after) };
      await record(em, 'service_account_changed', caller, account.organisation_id, detail, changes);
      return after;
    });
  }

  /** A crawler that uses the account loses it; its proxy becomes free, and its session at Telegram is ended. */
  async delete(id: string, caller: Caller): Promise<void> {
    const left = await this.database.inScope(STAFF, async (em) => {
      const account = await lockServiceAccount(em, id);
      if (account === undefined) throw new NotFound();
      const changes = changesBetween(shownAccount(await found(em, id), false), null);
      const session = await this.telegram.sessionOf(em, account);
      await removeServiceAccount(em, id);
      await publishOwnAccess(em, this.bus, [account]);
      await record(em, 'service_account_deleted', caller, account.organisation_id, { service_account: id }, changes);
      return session;
    });
    await this.telegram.run(left, caller);
  }

  /** @param text undefined to keep the proxy. @throws Conflict proxy_of_other_company, proxy_in_use */
  private async proxyOf(
    em: SqlEntityManager,
    account: LockedAccount,
    text: string | undefined,
    company: string | null,
    caller: Caller,
  ): Promise<string | null> {
    if (text === '') return null;
    if (text !== undefined) return this.takeProxy(em, text, account.id, company, caller);
    if (account.proxy_id !== null && !(await mayUseProxy(em, account.proxy_id, company))) throw new Conflict('proxy_of_other_company');
    return account.proxy_id;
  }

  private async takeProxy(em: SqlEntityManager, text: string, account: string, company: string | null, caller: Caller): Promise<string> {
    const { proxy, added } = await chooseProxy(em, text, account, company);
    if (added) await record(em, 'proxy_created', caller, company, { proxy }, changesBetween(null, { address: text }));
    return proxy;
  }

  private seal = (id: string, password: string) => (password === '' ? null : this.vault.seal(password, servicePasswordContext(id)));
}

function check(form: ServiceAccountForm): void {
  const faults = checkServiceAccount(form);
  if (Object.keys(faults).length > 0) throw new InvalidRequest('service_account_invalid', faults);
}

function refuse(fault: string | undefined): void {
  if (fault !== undefined) throw new Conflict(fault);
}

async function found(em: SqlEntityManager, id: string): Promise<ServiceAccount> {
  const account = await serviceAccountById(em, id);
  if (account === undefined) throw new NotFound();
  return account;
}

const shownAccount = (of: ServiceAccount, isPasswordSet: boolean): Shown => ({
  company: of.company?.name,
  source_type: of.source_type,
  login: of.login,
  phone: of.phone,
  proxy_ext: of.proxy_ext,
  reserved_for_discovery: of.reserved_for_discovery,
  state: of.state,
  ...(isPasswordSet && { password: HIDDEN }),
});

const record = (
  em: SqlEntityManager,
  kind: Action,
  from: Caller,
  organisation: string | null,
  detail: Readonly<Record<string, string>>,
  changes: AuditChange[],
) => recordAudit(em, { kind, account: from.account?.id ?? null, organisation, from, detail, changes });
