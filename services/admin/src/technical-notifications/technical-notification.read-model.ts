import type { AnswerOf, listNotifications, TechnicalNotification } from '@leakwatch/contracts';
import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { Locale, NotificationKind } from '@leakwatch/vocabulary';
import { NOTIFICATION_TEXTS } from './notification-texts.ts';
import type { NotificationDetails } from './texts/shape.ts';

interface StoredNotification {
  readonly id: string;
  readonly kind: NotificationKind;
  readonly title: string | null;
  readonly message: string | null;
  readonly details: Partial<Record<keyof NotificationDetails, string | null>>;
  readonly active: boolean;
  readonly created: Date;
}

const COLUMNS = sql.raw('id, kind, title, message, details, active, created');

function toNotification({ details, created, ...stored }: StoredNotification, locale: Locale): TechnicalNotification {
  const { id, kind, active } = stored;
  const shown = { id, kind, active, created: created.toISOString() };
  if (kind === 'staff') return { ...shown, title: stored.title ?? '', message: stored.message ?? '' };
  const text = NOTIFICATION_TEXTS[locale][kind];
  const { task, repository, source, error, at } = details;
  const named = { task: task ?? '', repository: repository ?? '', source: source ?? '', error: error ?? '–', at: minuteOf(at ?? '') };
  return { ...shown, title: text.title(named), message: text.message(named) };
}

/** `2026-11-20T10:11:12Z` as `20.11.2026 10:11`. */
const minuteOf = (iso: string): string => iso.replace(/^(\d{4})-(\d{2})-(\d{2})T(\d{2}:\d{2}).*$/, '$3.$2.$1 $4');

/** Of the transaction's organisation, newest first. */
export async function notificationList(
  em: SqlEntityManager,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  locale: Locale,
): Promise<AnswerOf<typeof listNotifications>> {
  const counted = await row(em, sql<{ count: number }>`select count(*)::int as count from admin.notification where deleted is null`);
  const found = await rows(
    em,
    sql<StoredNotification>`select ${COLUMNS} from admin.notification where deleted is null
      order by created desc, id desc limit ${limit} offset ${offset}`,
  );
  return { count: counted?.count ?? 0, results: found.map((one) => toNotification(one, locale)) };
}

export async function notificationById(em: SqlEntityManager, id: string, locale: Locale): Promise<TechnicalNotification | undefined> {
  const found = await row(em, sql<StoredNotification>`select ${COLUMNS} from admin.notification where id = ${id} and deleted is null`);
  return found === undefined ? undefined : toNotification(found, locale);
}

/** Open ones of an organisation: the badge. */
export async function countOpen(em: SqlEntityManager, organisation: string): Promise<number> {
  const found = await row(
    em,
    sql<{ count: number }>`select count(*)::int as count from admin.notification
      where organisation_id = ${organisation} and active and deleted is null`,
  );
  return found?.count ?? 0;
}
