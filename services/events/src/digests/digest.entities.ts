import { defineEntity, p } from '@leakwatch/platform';
import type { Locale, SourceType } from '@leakwatch/vocabulary';
import type { ReadingReason } from './digest-readers.domain.ts';

/** A row of a digest: where a new event was found. */
export interface DigestRow {
  readonly source: SourceType;
  readonly repository: string;
  readonly path: string;
  readonly line: number;
}

export interface DigestContent {
  readonly title: string;
  readonly count: number;
  readonly rows: readonly DigestRow[];
}

/** A new open event that no digest has named yet. */
export const DigestItemEntity = defineEntity({
  name: 'DigestItem',
  tableName: 'digest_item',
  schema: 'events',
  properties: { event_id: p.uuid().primary(), organisation_id: p.uuid(), task_id: p.uuid(), noted: p.datetime().defaultRaw('now()') },
});

/** When a task had its last digest. */
export const DigestPaceEntity = defineEntity({
  name: 'DigestPace',
  tableName: 'digest_pace',
  schema: 'events',
  properties: { task_id: p.uuid().primary(), organisation_id: p.uuid(), last_at: p.datetime() },
});

const outboxProperties = {
  id: p.uuid().primary(),
  organisation_id: p.uuid(),
  task_id: p.uuid(),
  content: p.json<DigestContent>(),
  attempts: p.integer().default(0),
  next_try: p.datetime().defaultRaw('now()'),
  created: p.datetime().defaultRaw('now()'),
  sent: p.datetime().nullable(),
};

/** A digest for one mailbox. */
export const DigestMailEntity = defineEntity({
  name: 'DigestMail',
  tableName: 'digest_mail',
  schema: 'events',
  properties: {
    ...outboxProperties,
    email: p.text(),
    locale: p.text().$type<Locale>(),
    reason: p.text().$type<ReadingReason>().default('recipient'),
  },
});

/** A digest for the Telegram chats of an organisation, which admin knows. */
export const DigestTelegramEntity = defineEntity({
  name: 'DigestTelegram',
  tableName: 'digest_telegram',
  schema: 'events',
  properties: outboxProperties,
});
