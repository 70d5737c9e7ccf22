import { Controller } from '@nestjs/common';
import { type InputOf, listTaskChanges } from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, noteOrganisations, scopeOf, Serves } from '@leakwatch/platform';
import { ownerOf } from '../search-tasks/task.store.ts';
import { taskChanges } from './task-changes.read-model.ts';

@Controller()
export class HistoryController {
  constructor(private readonly database: Database) {}

  @Serves(listTaskChanges)
  getList(@FromRequest() { query }: InputOf<typeof listTaskChanges>, @FromCaller() caller: Caller) {
    return this.database.read(scopeOf(caller), async (em) => {
      if (query.task !== 'all') {
        const owner = await ownerOf(em, query.task);
        if (owner !== undefined) noteOrganisations(caller, [owner]);
      }
      return taskChanges(em, query, caller.locale);
    });
  }
}
