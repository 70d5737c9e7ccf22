import { Controller } from '@nestjs/common';
import { type InputOf, listTaskChanges } from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, noteOrganisations, row, scopeOf, Serves, sql } from '@leakwatch/platform';
import { taskChanges } from './task-changes.read-model.ts';

@Controller()
export class HistoryController {
  constructor(private readonly database: Database) {}

  @Serves(listTaskChanges)
  getList(@FromRequest() { query }: InputOf<typeof listTaskChanges>, @FromCaller() caller: Caller) {
    return this.database.inScope(scopeOf(caller), async (em) => {
      if (query.task !== 'all') {
        const owner = await row(em, sql<{ organisation_id: string }>`select organisation_id from tasks.task where id = ${query.task}`);
        if (owner !== undefined) noteOrganisations(caller, [owner.organisation_id]);
      }
      return taskChanges(em, query, caller.locale);
    });
  }
}
