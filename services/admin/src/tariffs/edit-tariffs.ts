import { Inject, Injectable } from '@nestjs/common';
import { organisationChangesV1 } from '@leakwatch/contracts';
import { type Bus, BUS, type Caller, Conflict, Database, newId, NotFound, type SqlEntityManager, STAFF } from '@leakwatch/platform';
import type { TariffType } from '@leakwatch/vocabulary';
import { type AuditChange, changesBetween, type Shown } from '../audit/audit-changes.domain.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { changesOfTariff } from '../organisations/organisation.store.ts';
import {
  addTariff,
  countOrganisations,
  lockTariff,
  raiseVersions,
  removeTariff,
  tariffById,
  type Tariff,
  type TariffChange,
  updateTariff,
} from './tariff.store.ts';

type Action = 'tariff_created' | 'tariff_changed' | 'tariff_deleted';

/** Staff create, change and delete tariffs (docs/behaviour/tariffs.md). Names are unique in a type. */
@Injectable()
export class EditTariffs {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  async create(tariff: Omit<Tariff, 'id'>, caller: Caller): Promise<string> {
    const id = newId();
    await this.database.inScope(STAFF, async (em) => {
      if (!(await addTariff(em, { id, ...tariff }))) throw new Conflict('tariff_exists');
      await record(em, 'tariff_created', id, caller, changesBetween(null, tariff));
    });
    return id;
  }

  /** The change takes effect for every organisation that uses the tariff; their dates stay. */
  async change(type: TariffType, id: string, change: TariffChange, caller: Caller): Promise<void> {
    if (Object.values(change).every((value) => value === undefined)) return;
    await this.database.inScope(STAFF, async (em) => {
      const before = await lockOfType(em, type, id);
      if (!(await updateTariff(em, id, change))) throw new Conflict('tariff_exists');
      await raiseVersions(em, id);
      await this.bus.publishPages(em, organisationChangesV1.topic, () => changesOfTariff(em, id));
      const changes = changesBetween(shown(before), shown(await tariffById(em, id)));
      await record(em, 'tariff_changed', id, caller, changes);
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
  const { id: _id, ...rest } = tariff;
  return rest;
};

const record = (em: SqlEntityManager, kind: Action, tariff: string, from: Caller, changes: AuditChange[]) =>
  recordAudit(em, { kind, account: from.account?.id ?? null, organisation: null, from, detail: { tariff }, changes });
