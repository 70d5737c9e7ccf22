import { Inject, Injectable } from '@nestjs/common';
import type { AnswerOf, createTask, TaskBody } from '@leakwatch/contracts';
import {
  type Bus,
  BUS,
  type Caller,
  Conflict,
  Database,
  LIVE,
  type LiveTeller,
  LeakwatchError,
  newId,
  organisationScope,
  rows,
  sql,
} from '@leakwatch/platform';
import { writeTaskChange } from '../history/write-task-change.ts';
import { organisationOf } from '../limits/check-start.ts';
import { RepositoryReader } from '../repositories/read-repositories.ts';
import { setRepositories } from '../repositories/repository.store.ts';
import { keywordTexts } from '../templates/keyword.store.ts';
import { readTaskBody } from './read-task-body.ts';
import { publishTaskChange } from './task-change.ts';
import { addTask, setPatterns } from './task.store.ts';
import { tellOfTasks } from './tell-of-tasks.ts';

/** Creates a stopped task (spec/2-tasks section 5). Its author starts it. */
@Injectable()
export class CreateTask {
  private readonly database: Database;
  private readonly bus: Bus;
  private readonly live: LiveTeller;
  private readonly reader: RepositoryReader;

  constructor(database: Database, @Inject(BUS) bus: Bus, @Inject(LIVE) live: LiveTeller, reader: RepositoryReader) {
    this.database = database;
    this.bus = bus;
    this.live = live;
    this.reader = reader;
  }

  async run(body: TaskBody, caller: Caller): Promise<AnswerOf<typeof createTask>> {
    const { organisation: organisationId, account } = caller;
    if (organisationId === null || account === null) throw new LeakwatchError('not_in_organisation', 403);
    if (!body.git_monitoring) throw new Conflict('source_not_crawled');
    const repositories = this.reader.read(body.git_repositories, organisationId);
    const id = newId();
    const dropped = await this.database.inScope(organisationScope(organisationId), async (em) => {
      const organisation = await organisationOf(em, organisationId);
      const keywords = await keywordTexts(em, body.patterns.public_domains.keywords);
      const read = readTaskBody(body, [...new Set(keywords.values())], organisation.patterns_per_task_limit);
      // Of a trusted organisation a task may run at once; of another it waits for staff.
      await addTask(em, { id, organisationId, author: account, confirmed: organisation.trusted }, body, read);
      await setPatterns(em, { id, organisationId }, read.patterns);
      await setRepositories(em, { id, organisationId }, repositories, this.reader);
      await rows(
        em,
        sql`insert into tasks.task_source (task_id, organisation_id, source_type, search_type)
            values (${id}, ${organisationId}, 'git_repo', 'by_code')`,
      );
      await writeTaskChange(em, { organisationId, taskId: id, user: account, action: 'create' });
      await publishTaskChange(em, this.bus, id);
      return read.dropped;
    });
    tellOfTasks(this.live, [organisationId]);
    return { id, dropped: [...dropped] };
  }
}
