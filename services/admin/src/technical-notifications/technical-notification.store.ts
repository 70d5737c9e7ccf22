import type { TechnicalFact } from '@leakwatch/contracts';
import { newId, type RawBuilder, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import { TechnicalNotificationEntity } from './technical-notification.entity.ts';
import type { StoredDetails, SystemKind } from './texts/shape.ts';

/** Days before the end of service at which an organisation is notified: enough to extend a contract. */
export const EXPIRY_NOTICE_DAYS = 7;

/** A notification that staff wrote. False when there is no such organisation. */
export async function addStaffNotification(
  em: SqlEntityManager,
  { id, organisation, title, message }: { id: string; organisation: string; title: string; message: string },
): Promise<boolean> {
  const organisations = tables(em).selectFrom('admin.organisation').select('id').where('deleted_at', 'is', null);
  const found = await organisations.where('id', '=', organisation).executeTakeFirst();
  if (found === undefined) return false;
  await em.insert(TechnicalNotificationEntity, { id, organisation_id: organisation, kind: 'staff', title, message });
  return true;
}

/**
 * Creates one notification of a fact that begins; the end of a fact releases its cause, so that it can be notified of again.
 * True when a notification was created.
 */
export async function recordFact(em: SqlEntityManager, fact: TechnicalFact): Promise<boolean> {
  const { organisation_id: organisation, cause, kind } = fact;
  if (fact.state === 'over') {
    await endCause(em, organisation, cause);
    return false;
  }
  const details = { task: fact.task, repository: fact.repository, source: fact.source_type, error: fact.error_code, at: fact.at };
  if (kind !== 'limits_lowered') return beginCause(em, { organisation, cause, kind, details });
  const found = await tables(em).selectFrom('admin.organisation').select('name').where('id', '=', organisation).executeTakeFirst();
  const limits = { organisation: found?.name ?? '', at: fact.at, ...exceededLimits(fact) };
  const isNew = await beginCause(em, { organisation, cause, kind, details: limits });
  // Staff who changed the tariff learn which organisations it affects.
  if (isNew) await beginCause(em, { organisation: null, cause: `${cause}:${organisation}`, kind: 'organisation_limits', details: limits });
  return isNew;
}

function exceededLimits({ exceeded }: TechnicalFact) {
  const shown = (use: { used: number; limit: number } | null | undefined) => (use ? `${use.used} / ${use.limit}` : null);
  return { tasks: shown(exceeded?.tasks), patterns: shown(exceeded?.patterns), launches: shown(exceeded?.launches) };
}

export interface Cause {
  /** null: for staff. */
  readonly organisation: string | null;
  /** Names it among those of the organisation, or of staff. */
  readonly cause: string;
  readonly kind: SystemKind;
  readonly details: StoredDetails;
}

/** Creates the notification of a cause that begins, unless it lasts already or the organisation was deleted. True when it was created. */
export async function beginCause(em: SqlEntityManager, { organisation, cause, kind, details }: Cause): Promise<boolean> {
  if (organisation !== null) {
    const organisations = tables(em).selectFrom('admin.organisation').select('id').where('deleted_at', 'is', null);
    if ((await organisations.where('id', '=', organisation).executeTakeFirst()) === undefined) return false;
  }
  const added = await tables(em)
    .insertInto('admin.notification')
    .values({ id: newId(), organisation_id: organisation, kind, details: sql`${JSON.stringify(details)}::jsonb`, cause })
    // Either index of causes: of an organisation's, or of those of staff.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return added.length === 1;
}

/** A cause is over: it can be notified of again. */
export async function endCause(em: SqlEntityManager, organisation: string | null, cause: string): Promise<void> {
  await em.nativeUpdate(TechnicalNotificationEntity, { organisation_id: organisation, cause }, { cause: null });
}

/** Creates a notification for each organisation whose service ends soon, once for each end. Returns these organisations. */
export async function addExpiryNotifications(em: SqlEntityManager, now: Date): Promise<readonly string[]> {
  const added = await tables(em)
    .insertInto('admin.notification')
    .columns(['id', 'organisation_id', 'kind', 'details', 'cause'])
    .expression((eb) =>
      eb
        .selectFrom('admin.organisation as o')
        .select([sql<string>`gen_random_uuid()`.as('id'), 'o.id as organisation_id', sql<string>`'tariff_expiring'`.as('kind')])
        .select([
          sql<string>`jsonb_build_object('at', to_char(o.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))`.as('details'),
          sql<string>`'expiry:' || extract(epoch from o.expires_at)`.as('cause'),
        ])
        .where('o.active', '=', true)
        .where('o.expires_at', '>', now)
        .where('o.expires_at', '<=', sql<Date>`${now}::timestamptz + make_interval(days => ${EXPIRY_NOTICE_DAYS})`),
    )
    .onConflict((conflict) => conflict.columns(['organisation_id', 'cause']).where('cause', 'is not', null).doNothing())
    .returning('organisation_id')
    .execute();
  return added.flatMap(({ organisation_id: organisation }) => organisation ?? []);
}

/** Whose notifications are read and changed: an organisation's, those for staff, or both for staff of an organisation. */
export interface Audience {
  readonly organisation: string | null;
  readonly staff: boolean;
}

/** The condition of their rows, beside the policies of the scope. */
export const ofAudience = ({ organisation, staff }: Audience) =>
  sql<boolean>`(organisation_id = ${organisation}::uuid or ${staff} and organisation_id is null)`;

/** Marks a notification as read. False when there is no such one. */
export const closeOne = (em: SqlEntityManager, audience: Audience, id: string): Promise<boolean> =>
  changeOne(em, audience, id, { active: false });

/** Hides a notification. False when there is no such one. */
export const deleteOne = (em: SqlEntityManager, audience: Audience, id: string): Promise<boolean> =>
  changeOne(em, audience, id, { deleted: sql<Date>`now()` });

async function changeOne(em: SqlEntityManager, audience: Audience, id: string, change: { active?: boolean; deleted?: RawBuilder<Date> }) {
  const changed = await tables(em)
    .updateTable('admin.notification')
    .set(change)
    .where('id', '=', id)
    .where('deleted', 'is', null)
    .where(ofAudience(audience))
    .returning('id')
    .execute();
  return changed.length === 1;
}

/** Marks all as read. Returns how many were unread. */
export async function closeAll(em: SqlEntityManager, audience: Audience): Promise<number> {
  const open = await lockShown(em, audience);
  return em.nativeUpdate(TechnicalNotificationEntity, { id: { $in: open }, active: true }, { active: false });
}

/** Hides all. Returns their number. */
export async function deleteAll(em: SqlEntityManager, audience: Audience): Promise<number> {
  const shown = await lockShown(em, audience);
  if (shown.length > 0)
    await tables(em).updateTable('admin.notification').set({ deleted: sql<Date>`now()` }).where('id', 'in', shown).execute();
  return shown.length;
}

/** Those of an organisation that is deleted; nobody of it reads them any more. */
export const removeNotificationsOf = (em: SqlEntityManager, organisation: string): Promise<number> =>
  em.nativeDelete(TechnicalNotificationEntity, { organisation_id: organisation });

/** Locks the notifications that are shown, in the order of their ids (docs/locks.md). */
async function lockShown(em: SqlEntityManager, audience: Audience): Promise<string[]> {
  const shown = await tables(em)
    .selectFrom('admin.notification')
    .select('id')
    .where('deleted', 'is', null)
    .where(ofAudience(audience))
    .orderBy('id')
    .forUpdate()
    .execute();
  return shown.map(({ id }) => id);
}
