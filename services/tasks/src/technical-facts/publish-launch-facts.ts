import type { LaunchFinished, LaunchProgress, TechnicalFact } from '@leakwatch/contracts';
import type { Bus, SqlEntityManager } from '@leakwatch/platform';
import { stalledNoticeSeconds } from '@leakwatch/vocabulary';
import { repositoryTitles, taskTitle } from './titles.store.ts';
import { publishTechnicalFact } from './publish-technical-fact.ts';

/** Publishes a failing or silent source and unreadable repositories, once until they recover. */
export async function publishLaunchFacts(em: SqlEntityManager, bus: Bus, finished: LaunchFinished): Promise<void> {
  if (finished.outcome === 'cancelled') return;
  const broken = finished.repositories.filter(({ status }) => status === 'repository_error');
  const fact = {
    organisation_id: finished.organisation_id,
    at: finished.finished_at,
    task: await taskTitle(em, finished.task_id),
    source_type: finished.source_type,
  };
  // Where repositories have their own errors, the source itself is not reported. Of a source that is read in units one of them is enough.
  const failing = (finished.outcome === 'failed' && broken.length === 0) || (finished.units?.failed ?? 0) > 0;
  await publishTechnicalFact(em, bus, {
    ...fact,
    kind: 'source_failing',
    cause: `source:${finished.task_id}:${finished.source_type}`,
    state: failing ? 'begun' : 'over',
    at: (failing ? finished.units?.failing_since : null) ?? fact.at,
    repository: null,
    error_code: finished.error_code ?? finished.units?.error_code ?? null,
  });
  if (finished.units !== null && finished.outcome === 'done')
    await publishTechnicalFact(em, bus, {
      ...fact,
      kind: 'source_silent',
      cause: `silent:${finished.task_id}:${finished.source_type}`,
      state: finished.units.silent > 0 ? 'begun' : 'over',
      at: finished.units.silent_since ?? fact.at,
      repository: null,
      error_code: null,
    });
  await publishStalled(em, bus, finished, finished.finished_at);
  const titles = await repositoryTitles(
    em,
    finished.repositories.map(({ id }) => id),
  );
  for (const { id, status, error_code: errorCode } of finished.repositories) {
    const state = stateOf(status);
    if (state === undefined) continue;
    const repository = titles.get(id) ?? null;
    await publishTechnicalFact(em, bus, {
      ...fact,
      kind: 'repository_error',
      cause: `repository:${id}`,
      state,
      repository,
      error_code: errorCode,
    });
  }
}

/** Publishes a source whose search has waited for longer than it should, once until it makes progress or ends. */
export async function publishStalled(em: SqlEntityManager, bus: Bus, report: LaunchProgress | LaunchFinished, at: string): Promise<void> {
  const { organisation_id, task_id, source_type, units } = report;
  if (units === null) return;
  const { stalled } = units;
  const waited = stalled === null ? 0 : (Date.parse(at) - Date.parse(stalled.since)) / 1_000;
  const begun = stalled !== null && waited >= stalledNoticeSeconds(stalled.error_code);
  if (stalled !== null && !begun) return;
  await publishTechnicalFact(em, bus, {
    organisation_id,
    kind: 'source_waiting',
    cause: `waiting:${task_id}:${source_type}`,
    state: begun ? 'begun' : 'over',
    at: stalled?.since ?? at,
    task: await taskTitle(em, task_id),
    source_type,
    repository: null,
    error_code: stalled?.error_code ?? null,
  });
}

function stateOf(status: LaunchFinished['repositories'][number]['status']): TechnicalFact['state'] | undefined {
  if (status === 'repository_error') return 'begun';
  return status === 'ready_to_search' ? 'over' : undefined;
}
