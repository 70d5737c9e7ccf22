import { Controller } from '@nestjs/common';
import { type InputOf, listOpenLaunches } from '@leakwatch/contracts';
import { Database, FromRequest, Serves, STAFF } from '@leakwatch/platform';
import { openLaunches } from './open-launches.read-model.ts';

@Controller()
export class FleetController {
  constructor(private readonly database: Database) {}

  @Serves(listOpenLaunches)
  getLaunches(@FromRequest() { query }: InputOf<typeof listOpenLaunches>) {
    return this.database.read(STAFF, (em) => openLaunches(em, query));
  }
}
