import { Controller } from '@nestjs/common';
import { clearTaskLogs, clearTaskLogsPost, type InputOf, listTaskLogs } from '@leakwatch/contracts';
import { type Caller, Database, Forbidden, FromCaller, FromRequest, organisationScope, scopeOf, Serves } from '@leakwatch/platform';
import { clearTaskLogs as clear, taskLogs } from './task-log.store.ts';

@Controller()
export class TaskLogsController {
  constructor(private readonly database: Database) {}

  /** Lists the caller's organisation, the same entries that a clear deletes. Staff without an organisation see all. */
  @Serves(listTaskLogs)
  getList(@FromRequest() { query }: InputOf<typeof listTaskLogs>, @FromCaller() caller: Caller) {
    const scope = caller.organisation === null ? scopeOf(caller) : organisationScope(caller.organisation);
    return this.database.read(scope, (em) => taskLogs(em, query));
  }

  @Serves(clearTaskLogs)
  getClear(@FromCaller() caller: Caller) {
    return this.clear(caller);
  }

  @Serves(clearTaskLogsPost)
  postClear(@FromCaller() caller: Caller) {
    return this.clear(caller);
  }

  private async clear({ organisation }: Caller) {
    if (organisation === null) throw new Forbidden('not_in_organisation');
    await this.database.inScope(organisationScope(organisation), clear);
    return { ok: true };
  }
}
