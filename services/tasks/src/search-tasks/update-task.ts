import { Inject, Injectable } from '@nestjs/common';
import type { AnswerOf, TaskBody, updateTask } from '@leakwatch/contracts';
import { type Bus, BUS, type Caller, Database, LIVE, type LiveNotifier, noteOrganisations, NotFound, scopeOf } from '@leakwatch/platform';
import { holdAdditions, partsOf } from '../confirmation/waiting.store.ts';
import { changedFields, taskSnapshot } from '../history/task-snapshot.ts';
import { writeTaskChange } from '../history/write-task-change.ts';
import { addLaunches } from '../launches/launch.store.ts';
import { checkStart, organisationOf } from '../limits/check-start.ts';
import { NO_REPOSITORIES, RepositoryReader } from '../repositories/read-repositories.ts';
import { setRepositories } from '../repositories/repository.store.ts';
import { chosenKeywords } from '../templates/chosen-keywords.ts';
import { readTaskBody, toldOfTask } from './read-task-body.ts';
import { setSources } from './source.store.ts';
import { publishTaskChange } from './task-change.ts';
import { kindOfTask, requireKind } from './task-kind.ts';
import { changeTask, lockTask, setPatterns } from './task.store.ts';
import { tellOfTasks } from './tell-of-tasks.ts';

/** Changes a task. A running one is launched at once, so that a new pattern meets what is mirrored. */
@Injectable()
export class UpdateTask {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LIVE) private readonly live: LiveNotifier,
    private readonly reader: RepositoryReader,
  ) {}

  async run(id: string, body: TaskBody, caller: Caller): Promise<AnswerOf<typeof updateTask>> {
    const { read, organisation, dropped } = await this.database.inScope(scopeOf(caller), async (em) => {
      const task = await lockTask(em, id);
      if (task === undefined) throw new NotFound();
      const organisationId = task.organisation_id;
      noteOrganisations(caller, [organisationId]);
      const kind = kindOfTask(task);
      requireKind(kind, body);
      const sent = kind === 'git_monitoring' ? this.reader.read(body.git_repositories, organisationId) : NO_REPOSITORIES;
      const limits = await organisationOf(em, organisationId);
      const chosen = await chosenKeywords(em, body.patterns.public_domains.keywords, id);
      const changed = readTaskBody(body, kind, chosen, limits.patterns_per_task_limit);
      const before = await taskSnapshot(em, id);
      const known = await partsOf(em, id);
      await changeTask(em, id, body, changed);
      await setPatterns(em, { id, organisationId }, changed.patterns);
      await setRepositories(em, { id, organisationId }, sent.repositories, this.reader);
      await setSources(em, { id, organisationId }, changed.sources);
      if (task.confirmed && !limits.trusted) await holdAdditions(em, id, known);
      const details = changedFields(before, await taskSnapshot(em, id));
      await writeTaskChange(em, { organisationId, taskId: id, user: caller.account, action: 'update', details });
      if (task.running) {
        await checkStart(em, task);
        await addLaunches(em, id, 'start');
      }
      await publishTaskChange(em, this.bus, id);
      return { read: changed, organisation: organisationId, dropped: sent.dropped };
    });
    tellOfTasks(this.live, [organisation]);
    return toldOfTask(id, read, dropped);
  }
}
