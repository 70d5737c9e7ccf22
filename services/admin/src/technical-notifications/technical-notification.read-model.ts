import type { AnswerOf, listNotifications, TechnicalNotification } from '@leakwatch/contracts';
import { type SqlEntityManager, sql } from '@leakwatch/platform';
import { type Locale, SEARCH_FAULTS_EN, SEARCH_FAULTS_RU, SOURCE_NAMES, WEBHOOK_DISABLED_NAMES } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';
import type { TechnicalNotificationRow } from './technical-notification.entity.ts';
import { type Audience, ofAudience } from './technical-notification.store.ts';
import { en } from './texts/en.ts';
import { ru } from './texts/ru.ts';

const TEXTS = { ru, en };
const REASONS: Readonly<Record<Locale, ReadonlyMap<string, string>>> = {
  ru: new Map(Object.entries({ ...SEARCH_FAULTS_RU, ...WEBHOOK_DISABLED_NAMES.ru })),
  en: new Map(Object.entries({ ...SEARCH_FAULTS_EN, ...WEBHOOK_DISABLED_NAMES.en })),
};
const SOURCES: Readonly<Record<Locale, ReadonlyMap<string, string>>> = {
  ru: new Map(Object.entries(SOURCE_NAMES.ru)),
  en: new Map(Object.entries(SOURCE_NAMES.en)),
};
const COLUMNS = ['id', 'kind', 'title', 'message', 'details', 'active', 'created'] as const;
type Shown = Pick<TechnicalNotificationRow, (typeof COLUMNS)[number]>;

function toNotification({ details, created, ...stored }: Shown, locale: Locale): TechnicalNotification {
  const { id, kind, active } = stored;
  const shown = { id, kind, active, created: created.toISOString() };
  if (kind === 'staff') return { ...shown, title: stored.title ?? '', message: stored.message ?? '' };
  const text = TEXTS[locale][kind];
  const { task, repository, source, error, webhook, at, organisation, used, quota, tasks, patterns, launches } = details;
  const named = {
    task: task ?? '',
    repository: repository ?? '',
    source: SOURCES[locale].get(source ?? '') ?? '',
    // A search that waits for nothing else waits for its turn.
    reason: sentenceOf(REASONS[locale].get(error ?? (kind === 'source_waiting' ? 'turn' : ''))),
    webhook: webhook ?? '',
    at: minuteOf(at ?? ''),
    organisation: organisation ?? '',
    used: used ?? '',
    quota: quota ?? '',
    tasks: tasks ?? '',
    patterns: patterns ?? '',
    launches: launches ?? '',
  };
  return { ...shown, title: text.title(named), message: text.message(named) };
}

const sentenceOf = (text: string | undefined): string => (text === undefined ? '' : `${text}.`);

/** `2026-11-20T10:11:12Z` as `20.11.2026 10:11`. */
const minuteOf = (iso: string): string => iso.replace(/^(\d{4})-(\d{2})-(\d{2})T(\d{2}:\d{2}).*$/, '$3.$2.$1 $4');

const listed = (em: SqlEntityManager, audience: Audience) =>
  tables(em).selectFrom('admin.notification').where('deleted', 'is', null).where(ofAudience(audience));

/** Newest first. */
export async function notificationList(
  em: SqlEntityManager,
  audience: Audience,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  locale: Locale,
): Promise<AnswerOf<typeof listNotifications>> {
  const { count } = await listed(em, audience).select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  const found = await listed(em, audience)
    .select(COLUMNS)
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, results: found.map((one) => toNotification(one, locale)) };
}

export async function notificationById(
  em: SqlEntityManager,
  audience: Audience,
  id: string,
  locale: Locale,
): Promise<TechnicalNotification | undefined> {
  const found = await listed(em, audience).select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return found === undefined ? undefined : toNotification(found, locale);
}

/** The number of unread notifications, for the badge. */
export async function countOpen(em: SqlEntityManager, audience: Audience): Promise<number> {
  const { count } = await listed(em, audience)
    .select(sql<number>`count(*)::int`.as('count'))
    .where('active', '=', true)
    .executeTakeFirstOrThrow();
  return count;
}
