import { Inject, Injectable } from '@nestjs/common';
import type { AnswerOf, createTask, TaskBody } from '@leakwatch/contracts';
import {
  type Bus,
  BUS,
  type Caller,
  Database,
  LIVE,
  type LiveNotifier,
  LeakwatchError,
  newId,
  organisationScope,
} from '@leakwatch/platform';
import { changedFields, NO_TASK, taskSnapshot } from '../history/task-snapshot.ts';
import { writeTaskChange } from '../history/write-task-change.ts';
import { organisationOf } from '../limits/check-start.ts';
import { NO_REPOSITORIES, RepositoryReader } from '../repositories/read-repositories.ts';
import { setRepositories } from '../repositories/repository.store.ts';
import { chosenKeywords } from '../templates/chosen-keywords.ts';
import { readTaskBody, toldOfTask } from './read-task-body.ts';
import { setSources } from './source.store.ts';
import { publishTaskChange } from './task-change.ts';
import { kindOfBody } from './task-kind.ts';
import { addTask, setPatterns } from './task.store.ts';
import { tellOfTasks } from './tell-of-tasks.ts';

/** Creates a stopped task (spec/2-tasks section 5). Its author starts it. */
@Injectable()
export class CreateTask {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LIVE) private readonly live: LiveNotifier,
    private readonly reader: RepositoryReader,
  ) {}

  async run(body: TaskBody, caller: Caller): Promise<AnswerOf<typeof createTask>> {
    const { organisation: organisationId, account } = caller;
    if (organisationId === null || account === null) throw new LeakwatchError('not_in_organisation', 403);
    const kind = kindOfBody(body);
    const { repositories, dropped } = kind === 'git_monitoring' ? this.reader.read(body.git_repositories, organisationId) : NO_REPOSITORIES;
    const id = newId();
    const read = await this.database.inScope(organisationScope(organisationId), async (em) => {
      const organisation = await organisationOf(em, organisationId);
      const chosen = await chosenKeywords(em, body.patterns.public_domains.keywords, null);
      const task = readTaskBody(body, kind, chosen, organisation.patterns_per_task_limit);
      // Of a trusted organisation a task may run at once; of another it waits for staff.
      await addTask(em, { id, organisationId, author: account, confirmed: organisation.trusted }, body, task);
      await setPatterns(em, { id, organisationId }, task.patterns);
      await setRepositories(em, { id, organisationId }, repositories, this.reader);
      await setSources(em, { id, organisationId }, task.sources);
      const details = changedFields(NO_TASK, await taskSnapshot(em, id));
      await writeTaskChange(em, { organisationId, taskId: id, user: account, action: 'create', details });
      await publishTaskChange(em, this.bus, id);
      return task;
    });
    tellOfTasks(this.live, [organisationId]);
    return toldOfTask(id, read, dropped);
  }
}
