import { Controller } from '@nestjs/common';
import {
  getTask,
  type InputOf,
  internalTask,
  internalTaskCounts,
  internalTaskRecipients,
  internalTaskTitle,
  internalTasksOfOrganisations,
  listControlTasks,
  listTaskOptions,
  listTasks,
  organisationCoverage,
} from '@leakwatch/contracts';
import {
  type Caller,
  Database,
  FromCaller,
  FromRequest,
  noteOrganisations,
  NotFound,
  organisationScope,
  SCHEDULER,
  Serves,
  STAFF,
  scopeOf,
} from '@leakwatch/platform';
import { controlTaskList } from './control-task-list.read-model.ts';
import { coverageOfRunning } from './source-coverage.read-model.ts';
import { sumCoverage } from './sum-coverage.ts';
import { taskChange } from './task-change.read-model.ts';
import { countTasksOf } from './task-counts.read-model.ts';
import { taskDetails } from './task-details.read-model.ts';
import { taskList, taskOptions } from './task-list.read-model.ts';
import { TaskEntity } from './task.entity.ts';
import { ownerOf } from './task.store.ts';

@Controller()
export class SearchTasksController {
  constructor(private readonly database: Database) {}

  @Serves(listTasks)
  getList(@FromRequest() input: InputOf<typeof listTasks>, @FromCaller() caller: Caller) {
    return this.database.read(scopeOf(caller), (em) => taskList(em, input.query));
  }

  @Serves(listControlTasks)
  getControlList(@FromRequest() input: InputOf<typeof listControlTasks>) {
    return this.database.read(STAFF, (em) => controlTaskList(em, input.query));
  }

  @Serves(organisationCoverage)
  async getCoverage(@FromRequest() { params: { id } }: InputOf<typeof organisationCoverage>, @FromCaller() caller: Caller) {
    const tasks = await this.database.read(STAFF, (em) => coverageOfRunning(em, id));
    if (tasks.length > 0) noteOrganisations(caller, [id]);
    return { sources: sumCoverage(tasks) };
  }

  @Serves(listTaskOptions)
  getOptions(@FromRequest() input: InputOf<typeof listTaskOptions>, @FromCaller() caller: Caller) {
    return this.database.read(scopeOf(caller), (em) => taskOptions(em, input.query.org));
  }

  @Serves(getTask)
  async getOne(@FromRequest() input: InputOf<typeof getTask>, @FromCaller() caller: Caller) {
    const { id } = input.params;
    const found = await this.database.read(scopeOf(caller), async (em) => {
      const owner = await ownerOf(em, id);
      if (owner !== undefined) noteOrganisations(caller, [owner]);
      return taskDetails(em, id);
    });
    if (found === undefined) throw new NotFound();
    return found;
  }

  /** Counts for the badge: of the caller's own organisation, for staff as well. */
  @Serves(internalTaskCounts)
  async getCounts(@FromCaller() caller: Caller) {
    if (caller.organisation === null) return { tasks: 0 };
    const scope = organisationScope(caller.organisation);
    return { tasks: await this.database.read(scope, (em) => em.count(TaskEntity, { running: true, archived_at: null })) };
  }

  @Serves(internalTasksOfOrganisations)
  async postCountsOf(@FromRequest() { body }: InputOf<typeof internalTasksOfOrganisations>) {
    return { counts: await this.database.read(SCHEDULER, (em) => countTasksOf(em, body.organisations)) };
  }

  @Serves(internalTaskRecipients)
  async getRecipients(@FromRequest() { params }: InputOf<typeof internalTaskRecipients>) {
    const task = await this.database.read(SCHEDULER, (em) => em.findOne(TaskEntity, { id: params.id, archived_at: null }));
    if (task === null) throw new NotFound();
    return { title: task.title, recipients: task.recipients };
  }

  @Serves(internalTaskTitle)
  async getTitle(@FromRequest() { params }: InputOf<typeof internalTaskTitle>, @FromCaller() caller: Caller) {
    const task = await this.database.read(scopeOf(caller), (em) => em.findOne(TaskEntity, { id: params.id, archived_at: null }));
    if (task === null) throw new NotFound();
    return { title: task.title };
  }

  @Serves(internalTask)
  async getChange(@FromRequest() input: InputOf<typeof internalTask>) {
    const found = await this.database.read(SCHEDULER, (em) => taskChange(em, input.params.id));
    if (found === undefined) throw new NotFound();
    return found;
  }
}
