import type { TechnicalFact } from '@leakwatch/contracts';
import { newId, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import { TechnicalNotificationEntity, type TechnicalNotificationRow } from './technical-notification.entity.ts';

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
  const { organisation_id: organisation, cause } = fact;
  if (fact.state === 'over') {
    await releaseCause(em, organisation, cause);
    return false;
  }
  const details = { task: fact.task, repository: fact.repository, source: fact.source_type, error: fact.error_code, at: fact.at };
  return addForCause(em, { organisation, cause, kind: fact.kind, details });
}

interface OfCause extends Pick<TechnicalNotificationRow, 'kind' | 'details'> {
  readonly organisation: string;
  readonly cause: string;
}

/** Creates a notification, once while its cause lasts. True when it was created. */
export async function addForCause(em: SqlEntityManager, { organisation, cause, kind, details }: OfCause): Promise<boolean> {
  const added = await tables(em)
    .insertInto('admin.notification')
    .columns(['id', 'organisation_id', 'kind', 'details', 'cause'])
    .expression((eb) =>
      eb
        .selectFrom('admin.organisation as o')
        .select([sql<string>`${newId()}::uuid`.as('id'), 'o.id as organisation_id', sql<string>`${kind}`.as('kind')])
        .select([sql<string>`${JSON.stringify(details)}::jsonb`.as('details'), sql<string>`${cause}`.as('cause')])
        .where('o.id', '=', organisation)
        .where('o.deleted_at', 'is', null),
    )
    .onConflict((conflict) => conflict.columns(['organisation_id', 'cause']).where('cause', 'is not', null).doNothing())
    .returning('id')
    .execute();
  return added.length === 1;
}

/** The cause is over: it can be notified of again. */
export const releaseCause = (em: SqlEntityManager, organisation: string, cause: string): Promise<number> =>
  em.nativeUpdate(TechnicalNotificationEntity, { organisation_id: organisation, cause }, { cause: null });

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
  return added.map(({ organisation_id: organisation }) => organisation);
}

/** Marks a notification of the transaction's organisation as read. False when there is no such one. */
export const closeOne = async (em: SqlEntityManager, id: string): Promise<boolean> =>
  (await em.nativeUpdate(TechnicalNotificationEntity, { id, deleted: null }, { active: false })) === 1;

/** Hides a notification of the transaction's organisation. False when there is no such one. */
export const deleteOne = async (em: SqlEntityManager, id: string): Promise<boolean> =>
  (await em.nativeUpdate(TechnicalNotificationEntity, { id, deleted: null }, { deleted: new Date() })) === 1;

/** Marks all of the transaction's organisation as read. Returns how many were unread. */
export async function closeAll(em: SqlEntityManager): Promise<number> {
  const open = await lockShown(em);
  return em.nativeUpdate(TechnicalNotificationEntity, { id: { $in: open }, active: true }, { active: false });
}

/** Hides all of the transaction's organisation. Returns their number. */
export async function deleteAll(em: SqlEntityManager): Promise<number> {
  const shown = await lockShown(em);
  return em.nativeUpdate(TechnicalNotificationEntity, { id: { $in: shown } }, { deleted: new Date() });
}

/** Locks the notifications that the transaction's organisation sees, in the order of their ids (docs/locks.md). */
async function lockShown(em: SqlEntityManager): Promise<string[]> {
  const shown = await tables(em)
    .selectFrom('admin.notification')
    .select('id')
    .where('deleted', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return shown.map(({ id }) => id);
}
