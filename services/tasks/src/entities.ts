import type { SqlEntityManager, TablesOf } from '@leakwatch/platform';
import { TaskChangeEntity } from './history/task-change.entity.ts';
import { KeywordEntity, KeywordSetEntity } from './keyword-sets/keyword-set.entity.ts';
import { LaunchSessionEntity } from './launch-sessions/launch-session.entity.ts';
import { LaunchEntity, TurnEntity } from './launches/launch.entity.ts';
import { TaskLogEntity } from './logs/task-log.entity.ts';
import { OrganisationEntity } from './organisations/organisation.entity.ts';
import { RepositoryEntity } from './repositories/repository.entity.ts';
import { PatternEntity, TaskEntity, TaskSourceEntity } from './search-tasks/task.entity.ts';
import { PublishedFactEntity } from './technical-facts/published-fact.entity.ts';

export const entities = [
  KeywordEntity,
  KeywordSetEntity,
  LaunchEntity,
  LaunchSessionEntity,
  OrganisationEntity,
  PatternEntity,
  PublishedFactEntity,
  RepositoryEntity,
  TaskChangeEntity,
  TaskEntity,
  TaskLogEntity,
  TaskSourceEntity,
  TurnEntity,
] as const;

/** The query builder of the service's tables, in the transaction of `em`. */
export const tables = (em: SqlEntityManager) => em.getKysely<TablesOf<'tasks', (typeof entities)[number]>>();
