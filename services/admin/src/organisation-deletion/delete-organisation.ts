import { Inject, Injectable } from '@nestjs/common';
import { organisationChangesV1 } from '@leakwatch/contracts';
import {
  type Bus,
  BUS,
  type Caller,
  Conflict,
  Database,
  databaseNow,
  NotFound,
  outgoing,
  type SqlEntityManager,
  STAFF,
} from '@leakwatch/platform';
import { changesBetween } from '../audit/audit-changes.domain.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { takeLogo } from '../logos/logo.store.ts';
import { publishMembers, publishRemoved } from '../members/publish-members.ts';
import {
  lockOrganisation,
  organisationById,
  organisationChange,
  shownOrganisation,
  updateOrganisation,
} from '../organisations/organisation.store.ts';
import { publishOwnAccess } from '../service-accounts/publish-own-access.ts';
import {
  lockServiceAccount,
  removeServiceAccount,
  takeAccountStep,
  unlinkServiceAccount,
} from '../service-accounts/service-account.store.ts';
import { removeWebhooksOf } from '../webhooks/webhook.store.ts';
import { EndAllSessions } from '../sessions/end-all-sessions.ts';
import { type Departed, removeAccounts } from '../accounts/account.store.ts';
import { leaveOrganisation, lockAccountsOf, releaseProxies, serviceAccountsOf } from './leave-organisation.store.ts';
import { removeNotificationsOf } from '../technical-notifications/technical-notification.store.ts';
import { removeRecipientsOf } from '../recipients/recipient.store.ts';

/** Staff delete an organisation (docs/behaviour/organisations.md). The other services delete what they have of it when they get the message. */
@Injectable()
export class DeleteOrganisation {
  constructor(
    private readonly database: Database,
    private readonly endAllSessions: EndAllSessions,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  /** `cascade` deletes the accounts of its people too, apart from those of staff. Throws NotFound. */
  async run(id: string, cascade: boolean, caller: Caller): Promise<void> {
    const departed = await this.database.inScope(STAFF, async (em) => {
      if (!(await lockOrganisation(em, id))) throw new NotFound();
      const before = await organisationById(em, id);
      if (before === undefined) throw new NotFound();
      const people = await this.departPeople(em, id, cascade, caller);
      await this.releaseServiceAccounts(em, id);
      await releaseProxies(em, id);
      await takeLogo(em, id);
      await removeWebhooksOf(em, id);
      await removeRecipientsOf(em, id);
      await removeNotificationsOf(em, id);
      await updateOrganisation(em, id, { active: false, tariff_id: null, deleted_at: await databaseNow(em) });
      const { version } = before;
      const change = { ...organisationChange(before), version: version + 1, active: false, deleted: true, tariff: null };
      await this.bus.publish(em, [outgoing(organisationChangesV1, change)]);
      const detail = { cascade: String(cascade), accounts: String(people.length) };
      const changes = changesBetween(shownOrganisation(before), null);
      const by = caller.account?.id ?? null;
      await recordAudit(em, { kind: 'organisation_deleted', account: by, organisation: id, from: caller, detail, changes });
      return people;
    });
    for (const { id: account, epoch } of departed) await this.endAllSessions.run(account, epoch);
  }

  private async departPeople(em: SqlEntityManager, organisation: string, cascade: boolean, from: Caller): Promise<Departed[]> {
    const people = await lockAccountsOf(em, organisation);
    const idsOf = (removed: boolean) => people.filter(({ staff }) => (cascade && !staff) === removed).map(({ id }) => id);
    const left = await leaveOrganisation(em, idsOf(false));
    const removed = await removeAccounts(em, idsOf(true));
    await publishMembers(em, this.bus, idsOf(false));
    await publishRemoved(em, this.bus, removed);
    const actor = from.account?.id ?? null;
    for (const { id } of left) await recordAudit(em, { kind: 'sessions_ended_by_staff', account: id, actor, organisation, from });
    for (const { id } of removed) await recordAudit(em, { kind: 'account_deleted', account: id, actor, organisation, from });
    return [...left, ...removed];
  }

  /** What they may read is the organisation's: they are blocked. One whose login the common pool has already is deleted. */
  private async releaseServiceAccounts(em: SqlEntityManager, organisation: string): Promise<void> {
    const accounts = [];
    for (const { id, twin } of await serviceAccountsOf(em, organisation)) {
      const account = await lockServiceAccount(em, id);
      if (account?.organisation_id !== organisation) continue;
      accounts.push(account);
      if (twin) await removeServiceAccount(em, id);
      else {
        await takeAccountStep(em, account, 'company_changed');
        const fault = await unlinkServiceAccount(em, id);
        if (fault !== undefined) throw new Conflict(fault);
      }
    }
    await publishOwnAccess(em, this.bus, accounts);
  }
}
