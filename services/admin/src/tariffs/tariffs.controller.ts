import { Controller } from '@nestjs/common';
import {
  changeCountLaunchTariff,
  changeTariff,
  createCountLaunchTariff,
  createTariff,
  deleteTariff,
  getTariff,
  type InputOf,
  listTariffs,
  listTariffsOfType,
} from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, NotFound, scopeOf, Serves, STAFF } from '@leakwatch/platform';
import { EditTariffs } from './edit-tariffs.ts';
import { tariffList } from './tariff-list.read-model.ts';
import { tariffById, tariffOf } from './tariff.store.ts';

const DONE = { ok: true } as const;

@Controller()
export class TariffsController {
  constructor(
    private readonly database: Database,
    private readonly edit: EditTariffs,
  ) {}

  @Serves(listTariffs)
  getList(@FromRequest() { query }: InputOf<typeof listTariffs>) {
    return this.database.read(STAFF, async (em) => ({
      all_inclusive: await tariffList(em, 'all_inclusive', query),
      count_launch: await tariffList(em, 'count_launch', query),
    }));
  }

  @Serves(listTariffsOfType)
  getListOfType(@FromRequest() { params, query }: InputOf<typeof listTariffsOfType>) {
    return this.database.read(STAFF, (em) => tariffList(em, params.type, query));
  }

  @Serves(createTariff)
  async postAllInclusive(@FromRequest() { body }: InputOf<typeof createTariff>, @FromCaller() caller: Caller) {
    const tariff = { ...body, type: 'all_inclusive', launch_limit: null, time_limit_per_launch: null } as const;
    return { id: await this.edit.create(tariff, caller) };
  }

  @Serves(createCountLaunchTariff)
  async postCountLaunch(@FromRequest() { body }: InputOf<typeof createCountLaunchTariff>, @FromCaller() caller: Caller) {
    return { id: await this.edit.create({ ...body, type: 'count_launch' }, caller) };
  }

  /** Users get only the tariff of their organisation; others are not found. */
  @Serves(getTariff)
  async getOne(@FromRequest() input: InputOf<typeof getTariff>, @FromCaller() caller: Caller) {
    const { id, type: wanted } = input.params;
    const found = await this.database.read(scopeOf(caller), async (em) => {
      const visible = caller.staff || (caller.organisation !== null && (await tariffOf(em, caller.organisation)) === id);
      return visible ? tariffById(em, id) : undefined;
    });
    if (found?.type !== wanted) throw new NotFound();
    const { type: _type, ...tariff } = found;
    return tariff;
  }

  @Serves(changeTariff)
  async patchAllInclusive(@FromRequest() { params, body }: InputOf<typeof changeTariff>, @FromCaller() caller: Caller) {
    await this.edit.change('all_inclusive', params.id, body, caller);
    return DONE;
  }

  @Serves(changeCountLaunchTariff)
  async patchCountLaunch(@FromRequest() { params, body }: InputOf<typeof changeCountLaunchTariff>, @FromCaller() caller: Caller) {
    await this.edit.change('count_launch', params.id, body, caller);
    return DONE;
  }

  @Serves(deleteTariff)
  async delete(@FromRequest() { params }: InputOf<typeof deleteTariff>, @FromCaller() caller: Caller) {
    await this.edit.delete(params.type, params.id, caller);
    return DONE;
  }
}
