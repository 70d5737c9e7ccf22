import { Inject, Injectable } from '@nestjs/common';
import { type changeOrganisation, type InputOf, logoIdOf, organisationChangesV1 } from '@leakwatch/contracts';
import { type Bus, BUS, type Caller, Conflict, Database, NotFound, outgoing, type SqlEntityManager, STAFF } from '@leakwatch/platform';
import { changesBetween } from '../audit/audit-changes.domain.ts';
import { EDITED, requireSeen, versionDetail } from '../audit/changed-meanwhile.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { type Departed, raiseEpochsOf } from '../accounts/account.store.ts';
import { giveLogo } from '../logos/logo.store.ts';
import {
  holdTariff,
  lockOrganisation,
  type Organisation,
  organisationById,
  organisationChange,
  shownOrganisation,
  updateOrganisation,
} from './organisation.store.ts';
import { EndAllSessions } from '../sessions/end-all-sessions.ts';
import { JudgeStorage } from '../storage/judge-storage.ts';
import { changedPeriod } from './service-period.ts';

type Change = InputOf<typeof changeOrganisation>['body'];

/** Staff change the fields of an organisation that they name; the others stay as they are. */
@Injectable()
export class ChangeOrganisation {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
    private readonly judgeStorage: JudgeStorage,
    private readonly endAllSessions: EndAllSessions,
  ) {}

  /** The people of an organisation that becomes inactive are signed out. They may sign in again, to read. */
  async run(id: string, { version, ...change }: Change, caller: Caller): Promise<void> {
    const named = Object.entries(change).flatMap(([field, value]) => (value === undefined ? [] : [field]));
    const signedOut = await this.database.inScope(STAFF, async (em) => {
      // A tariff is locked before its organisations (docs/locks.md).
      const wanted = change.tariff === undefined ? undefined : await holdTariff(em, change.tariff);
      if (!(await lockOrganisation(em, id))) throw new NotFound();
      const before = await required(em, id);
      if (named.length === 0) return [];
      await requireSeen(em, EDITED.organisation, id, before.edit_version, version);
      const tariff = change.tariff === undefined ? { type: before.tariff_type, ...before } : wanted;
      if (tariff === undefined || (change.tariff_type ?? tariff.type) !== tariff.type) throw new NotFound('tariff_not_found');
      const otherTariff = change.tariff !== undefined && change.tariff !== before.tariff_id;
      const { tariff: tariff_id, tariff_type: _type, starts_at: _starts, expires_at: _ends, logo, ...rest } = change;
      const period = changedPeriod(before, change, tariff.time_limit_total_months, otherTariff);
      if (!(await updateOrganisation(em, id, { ...rest, ...(tariff_id !== undefined && { tariff_id }), ...period })))
        throw new Conflict('organisation_exists');
      if (change.storage_quota_gb !== undefined) await this.judgeStorage.run(em, id);
      if (logo !== undefined) await giveLogo(em, id, logo === null ? null : logoIdOf(logo));
      const after = await required(em, id);
      const changes = changesBetween(shownOrganisation(before), shownOrganisation(after));
      const detail = { fields: named.join(', '), ...versionDetail({ version: after.edit_version }) };
      const by = caller.account?.id ?? null;
      await recordAudit(em, { kind: 'organisation_changed', account: by, organisation: id, from: caller, detail, changes });
      await this.bus.publish(em, [outgoing(organisationChangesV1, organisationChange(after))]);
      return before.active && !after.active ? signOutPeople(em, id, caller) : [];
    });
    for (const { id: account, epoch } of signedOut) await this.endAllSessions.run(account, epoch);
  }
}

async function signOutPeople(em: SqlEntityManager, organisation: string, from: Caller): Promise<Departed[]> {
  const people = await raiseEpochsOf(em, organisation);
  const actor = from.account?.id ?? null;
  for (const { id } of people) await recordAudit(em, { kind: 'sessions_ended_by_staff', account: id, actor, organisation, from });
  return people;
}

async function required(em: SqlEntityManager, id: string): Promise<Organisation> {
  const organisation = await organisationById(em, id);
  if (organisation === undefined) throw new NotFound();
  return organisation;
}
