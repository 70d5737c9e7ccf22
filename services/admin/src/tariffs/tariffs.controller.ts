import { Controller } from '@nestjs/common';
import { createTariff, type InputOf } from '@leakwatch/contracts';
import { Conflict, Database, FromRequest, newId, Serves, STAFF } from '@leakwatch/platform';
import { addTariff } from './tariff.store.ts';

@Controller()
export class TariffsController {
  constructor(private readonly database: Database) {}

  @Serves(createTariff)
  async post(@FromRequest() input: InputOf<typeof createTariff>) {
    const id = newId();
    const added = await this.database.inScope(STAFF, (em) => addTariff(em, { id, type: 'all_inclusive', ...input.body }));
    if (!added) throw new Conflict('tariff_exists');
    return { id };
  }
}
