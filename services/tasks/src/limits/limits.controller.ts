import { Controller } from '@nestjs/common';
import { currentLimits, type InputOf } from '@leakwatch/contracts';
import {
  type Caller,
  Conflict,
  Database,
  Forbidden,
  FromCaller,
  FromRequest,
  organisationScope,
  row,
  Serves,
  sql,
} from '@leakwatch/platform';
import type { OrganisationCopy } from '../organisations/organisation.store.ts';
import { countRunning } from '../search-tasks/task.store.ts';

/** Counts every running task: no task has this id. */
const NO_TASK = '00000000-0000-0000-0000-000000000000';

@Controller()
export class LimitsController {
  constructor(private readonly database: Database) {}

  @Serves(currentLimits)
  async get(@FromRequest() input: InputOf<typeof currentLimits>, @FromCaller() caller: Caller) {
    // Another company's is for staff; for everybody else the name counts for nothing.
    const organisation = (caller.staff ? input.query.company : undefined) ?? caller.organisation;
    if (organisation === null) throw new Forbidden('not_in_organisation');
    return this.database.inScope(organisationScope(organisation), async (em) => {
      const copy = await row(em, sql<OrganisationCopy>`select * from tasks.organisation where organisation_id = ${organisation}`);
      const { task_limit: tasks = null, pattern_limit: patterns = null, patterns_per_task_limit: perTask = null } = copy ?? {};
      if (tasks === null || patterns === null || perTask === null) throw new Conflict('tariff_missing');
      const used = await countRunning(em, organisation, NO_TASK);
      return {
        task_limit: tasks,
        tasks_used: used.tasks,
        tasks_left: Math.max(0, tasks - used.tasks),
        pattern_limit: patterns,
        patterns_used: used.patterns,
        patterns_left: Math.max(0, patterns - used.patterns),
        patterns_per_task_limit: perTask,
      };
    });
  }
}
