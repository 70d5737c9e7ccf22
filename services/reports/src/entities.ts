import type { SqlEntityManager, TablesOf } from '@leakwatch/platform';
import { CountedEventEntity, DailyEventsEntity, DeletedTaskEntity, RebuildEntity } from './event-counts/event-counts.entities.ts';
import { FileDeletionEntity } from './files/file-deletion.entity.ts';
import { OrganisationCopyEntity } from './organisation-copies/organisation-copy.entity.ts';
import { ReportEntity } from './reports/report.entity.ts';

/** Every table of the schema. */
export const entities = [
  OrganisationCopyEntity,
  DailyEventsEntity,
  CountedEventEntity,
  DeletedTaskEntity,
  RebuildEntity,
  ReportEntity,
  FileDeletionEntity,
] as const;

/** The typed query builder, in the transaction of `em`. */
export const tables = (em: SqlEntityManager) => em.getKysely<TablesOf<'reports', (typeof entities)[number]>>();
