import { Controller } from '@nestjs/common';
import { createCountLaunchTariff, createTariff, getTariff, type InputOf } from '@leakwatch/contracts';
import { type Caller, Conflict, Database, FromCaller, FromRequest, newId, NotFound, scopeOf, Serves, STAFF } from '@leakwatch/platform';
import { addTariff, type Tariff, tariffById, tariffOf } from './tariff.store.ts';

@Controller()
export class TariffsController {
  constructor(private readonly database: Database) {}

  @Serves(createTariff)
  postAllInclusive(@FromRequest() input: InputOf<typeof createTariff>) {
    return this.add({ ...input.body, type: 'all_inclusive', launch_limit: null, time_limit_per_launch: null });
  }

  @Serves(createCountLaunchTariff)
  postCountLaunch(@FromRequest() input: InputOf<typeof createCountLaunchTariff>) {
    return this.add({ ...input.body, type: 'count_launch' });
  }

  /** Users get only the tariff of their organisation; others are not found. */
  @Serves(getTariff)
  async getOne(@FromRequest() input: InputOf<typeof getTariff>, @FromCaller() caller: Caller) {
    const { id, type: wanted } = input.params;
    const found = await this.database.inScope(scopeOf(caller), async (em) => {
      const visible = caller.staff || (caller.organisation !== null && (await tariffOf(em, caller.organisation)) === id);
      return visible ? tariffById(em, id) : undefined;
    });
    if (found?.type !== wanted) throw new NotFound();
    const { type: _type, ...tariff } = found;
    return tariff;
  }

  private async add(tariff: Omit<Tariff, 'id'>) {
    const id = newId();
    const added = await this.database.inScope(STAFF, (em) => addTariff(em, { id, ...tariff }));
    if (!added) throw new Conflict('tariff_exists');
    return { id };
  }
}
