import type { SqlEntityManager, TablesOf } from '@leakwatch/platform';
import { MirrorPassEntity } from './passes/mirror-pass.entity.ts';
import { CohortPatternEntity, ScanCohortEntity } from './passes/scan-cohort.entity.ts';
import { ObjectDeletionEntity } from './evidence/object-deletion.entity.ts';
import { UncheckedDocumentEntity } from './passes/unchecked-document.entity.ts';
import { LaunchEntity } from './launches/launch.entity.ts';
import {
  DocumentEntity,
  ReferenceEntity,
  SilentSourceEntity,
  SubscriptionEntity,
  TurnClockEntity,
  TurnEntity,
  UnitEntity,
  UnitPartEntity,
} from './units/unit.entity.ts';
import { OwnAccessEntity, WatchClockEntity, WatchedPatternEntity } from './units/watching/watched-pattern.entity.ts';
import { BlobEntity } from './repositories/ledger/blob.entity.ts';
import { MirrorEntity, MirrorUseEntity } from './repositories/mirrors/mirror.entity.ts';
import { StorageEntity, StorageLevelEntity } from './storage/storage.entity.ts';
import { WatchedTaskEntity } from './watched-tasks/watched-task.entity.ts';

/** Every table of the schema. */
export const entities = [
  WatchedTaskEntity,
  MirrorEntity,
  BlobEntity,
  ScanCohortEntity,
  CohortPatternEntity,
  MirrorPassEntity,
  UncheckedDocumentEntity,
  UnitEntity,
  SubscriptionEntity,
  UnitPartEntity,
  ReferenceEntity,
  DocumentEntity,
  TurnEntity,
  TurnClockEntity,
  WatchedPatternEntity,
  WatchClockEntity,
  OwnAccessEntity,
  LaunchEntity,
  ObjectDeletionEntity,
  MirrorUseEntity,
  StorageEntity,
  StorageLevelEntity,
  SilentSourceEntity,
] as const;

/** The typed query builder, in the transaction of `em`. */
export const tables = (em: SqlEntityManager) => em.getKysely<TablesOf<'crawler', (typeof entities)[number]>>();
