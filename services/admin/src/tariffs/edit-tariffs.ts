import { Inject, Injectable } from '@nestjs/common';
import { type changeCountLaunchTariff, type InputOf, organisationChangesV1 } from '@leakwatch/contracts';
import { type Bus, BUS, type Caller, Conflict, Database, newId, NotFound, type SqlEntityManager, STAFF } from '@leakwatch/platform';
import type { TariffType } from '@leakwatch/vocabulary';
import { type AuditChange, changesBetween, type Shown } from '../audit/audit-changes.domain.ts';
import { EDITED, requireSeen, type VersionDetail, versionDetail } from '../audit/changed-meanwhile.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { changesOfTariff } from '../organisations/organisation.store.ts';
import {
  addTariff,
  countOrganisations,
  lockTariff,
  type NewTariff,
  raiseVersions,
  removeTariff,
  tariffById,
  type Tariff,
  updateTariff,
} from './tariff.store.ts';

type Change = InputOf<typeof changeCountLaunchTariff>['body'];
type Action = 'tariff_created' | 'tariff_changed' | 'tariff_deleted';

/** Staff create, change and delete tariffs (docs/behaviour/tariffs.md). Names are unique in a type. */
@Injectable()
export class EditTariffs {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  async create(tariff: Omit<NewTariff, 'id'>, caller: Caller): Promise<string> {
    const id = newId();
    await this.database.inScope(STAFF, async (em) => {
      if (!(await addTariff(em, { id, ...tariff }))) throw new Conflict('tariff_exists');
      await record(em, 'tariff_created', id, caller, changesBetween(null, tariff));
    });
    return id;
  }

  /** The change takes effect for every organisation that uses the tariff; their dates stay. */
  async change(type: TariffType, id: string, { version, ...change }: Change, caller: Caller): Promise<void> {
    await this.database.inScope(STAFF, async (em) => {
      const before = await lockOfType(em, type, id);
      await requireSeen(em, EDITED.tariff, id, before.version, version);
      if (Object.values(change).every((value) => value === undefined)) return;
      if (!(await updateTariff(em, id, change))) throw new Conflict('tariff_exists');
      await raiseVersions(em, id);
      await this.bus.publishPages(em, organisationChangesV1.topic, () => changesOfTariff(em, id));
      const after = await tariffById(em, id);
      await record(em, 'tariff_changed', id, caller, changesBetween(shown(before), shown(after)), versionDetail(after));
    });
  }

  async delete(type: TariffType, id: string, caller: Caller): Promise<void> {
    await this.database.inScope(STAFF, async (em) => {
      const before = await lockOfType(em, type, id);
      const organisations = await countOrganisations(em, id);
      if (organisations > 0) throw new Conflict('tariff_in_use', { organisations });
      await removeTariff(em, id);
      await record(em, 'tariff_deleted', id, caller, changesBetween(shown(before), null));
    });
  }
}

async function lockOfType(em: SqlEntityManager, type: TariffType, id: string): Promise<Tariff> {
  const tariff = await lockTariff(em, id);
  if (tariff?.type !== type) throw new NotFound();
  return tariff;
}

const shown = (tariff: Tariff | undefined): Shown | null => {
  if (tariff === undefined) return null;
  const { id: _id, version: _version, ...rest } = tariff;
  return rest;
};

const record = (em: SqlEntityManager, kind: Action, tariff: string, from: Caller, changes: AuditChange[], version: VersionDetail = {}) =>
  recordAudit(em, { kind, account: from.account?.id ?? null, organisation: null, from, detail: { tariff, ...version }, changes });
