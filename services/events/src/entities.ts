import type { SqlEntityManager, TablesOf } from '@leakwatch/platform';
import { ArchivePatternEntity, ArchiveSearchEntity } from './archive/archive.entities.ts';
import { BlacklistRuleEntity } from './blacklist/blacklist-rule.entity.ts';
import { CommentEntity } from './comments/comment.entity.ts';
import { DetectorSetEntity, RegexTemplateEntity } from './detectors/detector.entities.ts';
import { DigestItemEntity, DigestMailEntity, DigestPaceEntity, DigestTelegramEntity } from './digests/digest.entities.ts';
import { EvidenceEntity, EvidenceReviewEntity, ObjectDeletionEntity } from './evidence/evidence.entities.ts';
import { EventEntity, StatusChangeEntity } from './leak-events/event.entity.ts';
import { MemberEntity } from './members/member.entity.ts';
import { OrganisationCopyEntity } from './organisation-copies/organisation-copy.entity.ts';
import { RecheckEntity } from './rechecks/recheck.entity.ts';
import { RevealEntity } from './reveals/reveal.entity.ts';
import { EventCountChangeEntity, EventCountEntity } from './statistics/event-count.entity.ts';
import {
  EventSecretEntity,
  SimilarTextEntity,
  TextFingerprintEntity,
  TextLinkEntity,
  TextReviewEntity,
} from './similarity/similarity.entities.ts';
import { SentChangeEntity } from './sent-changes/sent-change.entity.ts';
import { StorageChangeEntity, StorageEntity } from './storage/storage.entity.ts';
import { SavedViewEntity } from './views/saved-view.entity.ts';
import { EventKeyEntity, EventTextEntity, TextToIndexEntity } from './event-index/event-index.entities.ts';
import { TriageChangeEntity } from './triage/triage-change.entity.ts';
import { TaskCopyEntity } from './task-copies/task-copy.entity.ts';

/** Every table of the schema. */
export const entities = [
  OrganisationCopyEntity,
  MemberEntity,
  TaskCopyEntity,
  EventEntity,
  StatusChangeEntity,
  TriageChangeEntity,
  SentChangeEntity,
  SavedViewEntity,
  BlacklistRuleEntity,
  DigestItemEntity,
  DigestPaceEntity,
  DigestMailEntity,
  DigestTelegramEntity,
  EventCountEntity,
  EventCountChangeEntity,
  CommentEntity,
  RegexTemplateEntity,
  DetectorSetEntity,
  EvidenceEntity,
  EvidenceReviewEntity,
  ObjectDeletionEntity,
  SimilarTextEntity,
  TextFingerprintEntity,
  TextLinkEntity,
  TextReviewEntity,
  EventSecretEntity,
  RevealEntity,
  RecheckEntity,
  StorageEntity,
  StorageChangeEntity,
  ArchiveSearchEntity,
  ArchivePatternEntity,
  EventKeyEntity,
  EventTextEntity,
  TextToIndexEntity,
] as const;

/** The typed query builder, in the transaction of `em`. */
export const tables = (em: SqlEntityManager) => em.getKysely<TablesOf<'events', (typeof entities)[number]>>();
