import { Controller } from '@nestjs/common';
import {
  getTask,
  type InputOf,
  internalTask,
  internalTaskCounts,
  internalTaskRecipients,
  listTaskOptions,
  listTasks,
} from '@leakwatch/contracts';
import {
  type Caller,
  Database,
  FromCaller,
  FromRequest,
  noteOrganisations,
  NotFound,
  organisationScope,
  row,
  rows,
  SCHEDULER,
  Serves,
  sql,
  scopeOf,
} from '@leakwatch/platform';
import { taskChange } from './task-change.read-model.ts';
import { taskDetails } from './task-details.read-model.ts';
import { taskList } from './task-list.read-model.ts';

@Controller()
export class SearchTasksController {
  constructor(private readonly database: Database) {}

  @Serves(listTasks)
  getList(@FromRequest() input: InputOf<typeof listTasks>, @FromCaller() caller: Caller) {
    return this.database.inScope(scopeOf(caller), (em) => taskList(em, input.query));
  }

  @Serves(listTaskOptions)
  getOptions(@FromRequest() input: InputOf<typeof listTaskOptions>, @FromCaller() caller: Caller) {
    const org = input.query.org ?? null;
    return this.database.inScope(scopeOf(caller), (em) =>
      rows(
        em,
        sql<{ id: string; title: string }>`
          select id, title from tasks.task where archived_at is null
            and (${org}::uuid is null or organisation_id = ${org}::uuid) order by lower(title), id`,
      ),
    );
  }

  @Serves(getTask)
  async getOne(@FromRequest() input: InputOf<typeof getTask>, @FromCaller() caller: Caller) {
    const { id } = input.params;
    const found = await this.database.inScope(scopeOf(caller), async (em) => {
      const owner = await row(em, sql<{ organisation_id: string }>`select organisation_id from tasks.task where id = ${id}`);
      if (owner !== undefined) noteOrganisations(caller, [owner.organisation_id]);
      return taskDetails(em, id);
    });
    if (found === undefined) throw new NotFound();
    return found;
  }

  /** Counts for the badge: of the caller's own organisation, for staff as well. */
  @Serves(internalTaskCounts)
  async getCounts(@FromCaller() caller: Caller) {
    if (caller.organisation === null) return { tasks: 0 };
    const found = await this.database.inScope(organisationScope(caller.organisation), (em) =>
      row(em, sql<{ tasks: number }>`select count(*)::int as tasks from tasks.task where running and archived_at is null`),
    );
    return { tasks: found?.tasks ?? 0 };
  }

  @Serves(internalTaskRecipients)
  async getRecipients(@FromRequest() { params }: InputOf<typeof internalTaskRecipients>) {
    const found = await this.database.inScope(SCHEDULER, (em) =>
      row(
        em,
        sql<{ title: string; recipients: string[] }>`
          select title, to_jsonb(recipients) as recipients from tasks.task where id = ${params.id} and archived_at is null`,
      ),
    );
    if (found === undefined) throw new NotFound();
    return found;
  }

  @Serves(internalTask)
  async getChange(@FromRequest() input: InputOf<typeof internalTask>) {
    const found = await this.database.inScope(SCHEDULER, (em) => taskChange(em, input.params.id));
    if (found === undefined) throw new NotFound();
    return found;
  }
}
