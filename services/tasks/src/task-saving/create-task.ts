import { Inject, Injectable } from '@nestjs/common';
import type { AnswerOf, createTask, TaskBody } from '@leakwatch/contracts';
import { type Bus, BUS, type Caller, Database, Forbidden, LIVE, type LiveNotifier, newId, organisationScope } from '@leakwatch/platform';
import { changedFields } from '../history/changed-fields.ts';
import { NO_TASK, taskSnapshot } from '../history/task-snapshot.read-model.ts';
import { writeTaskChange } from '../history/task-change.store.ts';
import { JudgeExpressions } from '../expressions/judge-expressions.ts';
import { chosenKeywords } from '../keyword-sets/chosen-keywords.ts';
import { requireOrganisation } from '../organisations/organisation.store.ts';
import { requireActive } from '../organisations/require-active.ts';
import { NO_REPOSITORIES, RepositoryReader } from '../repositories/read-repositories.ts';
import { setRepositories } from '../repositories/repository.store.ts';
import { announceTasks, publishTaskChange } from '../search-tasks/announce-task.ts';
import { kindOfBody } from '../search-tasks/task-kind.ts';
import { CreationDigests, justCreated } from './repeated-creation.ts';
import { readTaskBody, refuseSecrets, savedTaskAnswer } from './read-task-body.ts';
import { addTask, setPatterns, setSources } from './saved-task.store.ts';

/**
 * Creates a stopped task. Its author starts it. A creation that its author sends again, because the answer was lost, answers the task that is there:
 * of two that are equal each would show every leak.
 */
@Injectable()
export class CreateTask {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LIVE) private readonly live: LiveNotifier,
    private readonly reader: RepositoryReader,
    private readonly judge: JudgeExpressions,
    private readonly digests: CreationDigests,
  ) {}

  async run(body: TaskBody, caller: Caller): Promise<AnswerOf<typeof createTask>> {
    const { organisation: organisationId, account } = caller;
    if (organisationId === null || account === null) throw new Forbidden('not_in_organisation');
    const kind = kindOfBody(body);
    const { repositories, dropped } = kind === 'git_monitoring' ? this.reader.read(body.git_repositories, organisationId) : NO_REPOSITORIES;
    refuseSecrets(body.patterns);
    const verdicts = await this.judge.run(organisationId, body);
    const digest = this.digests.digest(organisationId, body);
    const { id, read } = await this.database.inScope(organisationScope(organisationId), async (em) => {
      const organisation = await requireOrganisation(em, organisationId);
      requireActive(organisation, caller);
      const chosen = await chosenKeywords(em, body.patterns.public_domains.keywords);
      const task = readTaskBody(body, kind, chosen, organisation.patterns_per_task_limit, verdicts);
      const repeated = await justCreated(em, { organisationId, authorId: account.id, digest });
      if (repeated !== undefined) return { id: repeated, read: task };
      const added = newId();
      // A trusted organisation may run the task at once; for others staff confirm it first.
      await addTask(em, { id: added, organisationId, author: account, confirmed: organisation.trusted, digest }, body, task);
      await setPatterns(em, { id: added, organisationId }, task.patterns);
      await setRepositories(em, { id: added, organisationId }, repositories, this.reader);
      await setSources(em, { id: added, organisationId }, task.sources);
      const details = changedFields(NO_TASK, await taskSnapshot(em, added));
      await writeTaskChange(em, { organisationId, taskId: added, user: account, action: 'create', details });
      await publishTaskChange(em, this.bus, added);
      return { id: added, read: task };
    });
    announceTasks(this.live, [organisationId]);
    return savedTaskAnswer(id, read, dropped);
  }
}
