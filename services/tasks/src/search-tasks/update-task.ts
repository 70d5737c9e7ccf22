import { Inject, Injectable } from '@nestjs/common';
import type { AnswerOf, TaskBody, updateTask } from '@leakwatch/contracts';
import { type Bus, BUS, type Caller, Database, LIVE, type LiveTeller, noteOrganisations, NotFound, scopeOf } from '@leakwatch/platform';
import { holdAdditions, partsOf } from '../confirmation/waiting.store.ts';
import { changedFields, taskSnapshot } from '../history/task-snapshot.ts';
import { writeTaskChange } from '../history/write-task-change.ts';
import { addLaunches } from '../launches/launch.store.ts';
import { checkStart, organisationOf } from '../limits/check-start.ts';
import { RepositoryReader } from '../repositories/read-repositories.ts';
import { setRepositories } from '../repositories/repository.store.ts';
import { keywordTexts } from '../templates/keyword.store.ts';
import { readTaskBody } from './read-task-body.ts';
import { publishTaskChange } from './task-change.ts';
import { changeTask, lockTask, setPatterns } from './task.store.ts';
import { tellOfTasks } from './tell-of-tasks.ts';

/** Changes a task. A running one is launched at once, so that a new pattern meets what is mirrored. */
@Injectable()
export class UpdateTask {
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

  async run(id: string, body: TaskBody, caller: Caller): Promise<AnswerOf<typeof updateTask>> {
    const { dropped, organisation } = await this.database.inScope(scopeOf(caller), async (em) => {
      const task = await lockTask(em, id);
      if (task === undefined) throw new NotFound();
      const organisationId = task.organisation_id;
      noteOrganisations(caller, [organisationId]);
      const repositories = this.reader.read(body.git_repositories, organisationId);
      const limits = await organisationOf(em, organisationId);
      const keywords = await keywordTexts(em, body.patterns.public_domains.keywords);
      const read = readTaskBody(body, [...new Set(keywords.values())], limits.patterns_per_task_limit);
      const before = await taskSnapshot(em, id);
      const known = await partsOf(em, id);
      await changeTask(em, id, body, read);
      await setPatterns(em, { id, organisationId }, read.patterns);
      await setRepositories(em, { id, organisationId }, repositories, this.reader);
      if (task.confirmed && !limits.trusted) await holdAdditions(em, id, known);
      const details = changedFields(before, await taskSnapshot(em, id));
      await writeTaskChange(em, { organisationId, taskId: id, user: caller.account, action: 'update', details });
      if (task.running) {
        await checkStart(em, task);
        await addLaunches(em, id, 'start');
      }
      await publishTaskChange(em, this.bus, id);
      return { dropped: read.dropped, organisation: organisationId };
    });
    tellOfTasks(this.live, [organisation]);
    return { id, dropped: [...dropped] };
  }
}
