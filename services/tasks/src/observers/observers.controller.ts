import { Controller } from '@nestjs/common';
import { type InputOf, listObservers } from '@leakwatch/contracts';
import { Database, FromRequest, Serves, STAFF } from '@leakwatch/platform';
import { observerList } from './observer-list.read-model.ts';

@Controller()
export class ObserversController {
  constructor(private readonly database: Database) {}

  @Serves(listObservers)
  getList(@FromRequest() { query }: InputOf<typeof listObservers>) {
    return this.database.read(STAFF, (em) => observerList(em, query));
  }
}
