import { Inject, Injectable } from '@nestjs/common';
import { organisationChangesV1 } from '@leakwatch/contracts';
import { type Bus, BUS, type Caller, Conflict, Database, newId, NotFound, type SqlEntityManager, STAFF } from '@leakwatch/platform';
import type { TariffType } from '@leakwatch/vocabulary';
import { recordAudit } from '../audit/audit.store.ts';
import { changesOfTariff } from '../organisations/organisation.store.ts';
import {
  addTariff,
  countOrganisations,
  lockTariff,
  raiseVersions,
  removeTariff,
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
      await record(em, 'tariff_created', id, caller);
    });
    return id;
  }

  /** The change takes effect for every organisation that uses the tariff; their dates stay. */
  async change(type: TariffType, id: string, change: TariffChange, caller: Caller): Promise<void> {
    if (Object.values(change).every((value) => value === undefined)) return;
    await this.database.inScope(STAFF, async (em) => {
      await lockOfType(em, type, id);
      if (!(await updateTariff(em, id, change))) throw new Conflict('tariff_exists');
      await raiseVersions(em, id);
      await this.bus.publishPages(em, organisationChangesV1.topic, () => changesOfTariff(em, id));
      await record(em, 'tariff_changed', id, caller);
    });
  }

  async delete(type: TariffType, id: string, caller: Caller): Promise<void> {
    await this.database.inScope(STAFF, async (em) => {
      await lockOfType(em, type, id);
      const organisations = await countOrganisations(em, id);
      if (organisations > 0) throw new Conflict('tariff_in_use', { organisations });
      await removeTariff(em, id);
      await record(em, 'tariff_deleted', id, caller);
    });
  }
}

async function lockOfType(em: SqlEntityManager, type: TariffType, id: string): Promise<void> {
  if ((await lockTariff(em, id))?.type !== type) throw new NotFound();
}

const record = (em: SqlEntityManager, kind: Action, tariff: string, from: Caller) =>
  recordAudit(em, { kind, account: from.account?.id ?? null, organisation: null, from, detail: { tariff } });
