import { Inject, Injectable } from '@nestjs/common';
import type { AnswerOf, InputOf, TaskBody, updateTask } from '@leakwatch/contracts';
import {
  type Bus,
  BUS,
  type Caller,
  Database,
  LIVE,
  type LiveNotifier,
  NotFound,
  scopeOf,
  type SqlEntityManager,
} from '@leakwatch/platform';
import { holdAdditions, knownParts } from '../confirmation/additions.store.ts';
import { changedFields } from '../history/changed-fields.ts';
import { taskSnapshot } from '../history/task-snapshot.read-model.ts';
import { requireSeen } from '../history/require-seen.ts';
import { writeTaskChange } from '../history/task-change.store.ts';
import { JudgeExpressions } from '../expressions/judge-expressions.ts';
import { chosenKeywords } from '../keyword-sets/chosen-keywords.ts';
import { cancelOtherSources } from '../launches/cancel-launches.store.ts';
import { addLaunches } from '../launches/launch.store.ts';
import { checkContinuation } from '../limits/check-start.ts';
import { requireOrganisation } from '../organisations/organisation.store.ts';
import { requireActive } from '../organisations/require-active.ts';
import { NO_REPOSITORIES, RepositoryReader } from '../repositories/read-repositories.ts';
import { setRepositories } from '../repositories/repository.store.ts';
import { announceTasks, publishTaskChange } from '../search-tasks/announce-task.ts';
import { requireTask } from '../search-tasks/require-task.ts';
import { kindOfTask, requireKind } from '../search-tasks/task-kind.ts';
import type { Task } from '../search-tasks/task.entity.ts';
import { changeTask, ownerOf } from '../search-tasks/task.store.ts';
import { type ReadTask, readTaskBody, refuseSecrets, savedTaskAnswer } from './read-task-body.ts';
import { formColumns, setPatterns, setSources } from './saved-task.store.ts';

/** The body with what it leaves out as the task has it. */
const wholeBody = (sent: InputOf<typeof updateTask>['body'], task: Task): TaskBody => ({
  ...sent,
  recipients: sent.recipients ?? [...task.recipients],
  filter_keywords: sent.filter_keywords ?? [...task.filter_keywords],
  filter_mode: sent.filter_mode ?? task.filter_mode,
});

/** Changes a task. A running task is launched at once, so that its new patterns are searched for. */
@Injectable()
export class UpdateTask {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LIVE) private readonly live: LiveNotifier,
    private readonly reader: RepositoryReader,
    private readonly judge: JudgeExpressions,
  ) {}

  /** Throws Conflict `changed_meanwhile` when the body names another version than the task has. */
  async run(id: string, sent: InputOf<typeof updateTask>['body'], caller: Caller): Promise<AnswerOf<typeof updateTask>> {
    const owner = await this.database.inScope(scopeOf(caller), (em) => ownerOf(em, id));
    if (owner === undefined) throw new NotFound();
    refuseSecrets(sent.patterns);
    const verdicts = await this.judge.run(owner, sent);
    const { read, organisation, dropped } = await this.database.inScope(scopeOf(caller), async (em) => {
      const task = await requireTask(em, id, caller);
      await requireSeen(em, task, sent.edit_version);
      const body = wholeBody(sent, task);
      const { organisation_id: organisationId } = task;
      const kind = kindOfTask(task);
      requireKind(kind, body);
      const remotes = kind === 'git_monitoring' ? this.reader.read(body.git_repositories, organisationId) : NO_REPOSITORIES;
      const limits = await requireOrganisation(em, organisationId);
      requireActive(limits, caller);
      const chosen = await chosenKeywords(em, body.patterns.public_domains.keywords, task.chosen_keywords);
      const changed = readTaskBody(body, kind, chosen, limits.patterns_per_task_limit, verdicts);
      const before = await taskSnapshot(em, id);
      const known = await knownParts(em, id);
      const patternsBefore = task.pattern_count;
      await changeTask(em, task, formColumns(body, changed));
      await setPatterns(em, { id, organisationId }, changed.patterns);
      await setRepositories(em, { id, organisationId }, remotes.repositories, this.reader);
      await this.replaceSources(em, { id, organisationId }, changed.sources);
      if (task.confirmed && !limits.trusted) await holdAdditions(em, id, known);
      const details = changedFields(before, await taskSnapshot(em, id));
      // A form that is saved as it was is no edit.
      if (details.length > 0) {
        const editVersion = task.edit_version + 1;
        em.assign(task, { edit_version: editVersion });
        await em.flush();
        await writeTaskChange(em, { organisationId, taskId: id, user: caller.account, action: 'update', details, editVersion });
        if (task.running) {
          await checkContinuation(em, task, patternsBefore);
          await addLaunches(em, id, 'start');
        }
      }
      await publishTaskChange(em, this.bus, id);
      return { read: changed, organisation: organisationId, dropped: remotes.dropped };
    });
    announceTasks(this.live, [organisation]);
    return savedTaskAnswer(id, read, dropped);
  }

  private async replaceSources(em: SqlEntityManager, task: { id: string; organisationId: string }, sources: ReadTask['sources']) {
    const searched = sources.filter(({ active }) => active).map(({ type }) => type);
    await cancelOtherSources(em, task.id, searched);
    await setSources(em, task, sources);
  }
}
