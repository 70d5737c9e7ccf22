import type { TechnicalFact } from '@leakwatch/contracts';
import { newId, rows, type SqlEntityManager, sql } from '@leakwatch/platform';

/**
 * Days before its end at which an organisation is told of it: a working week and its weekend, in which a contract can be
 * prolonged.
 */
export const EXPIRY_NOTICE_DAYS = 7;
/** Deleted ones that nothing refers to any more go after this, in days. */
const DELETED_KEPT_DAYS = 7;

/** What staff say. False when there is no such organisation. */
export async function addStaffNotification(
  em: SqlEntityManager,
  { id, organisation, title, message }: { id: string; organisation: string; title: string; message: string },
): Promise<boolean> {
  const added = await rows(
    em,
    sql`insert into admin.notification (id, organisation_id, kind, title, message)
        select ${id}, o.id, 'staff', ${title}, ${message} from admin.organisation o where o.id = ${organisation} returning id`,
  );
  return added.length === 1;
}

/** A fact that begins makes one notification until it is over; then its cause is free again. True when something was made. */
export async function recordFact(em: SqlEntityManager, fact: TechnicalFact): Promise<boolean> {
  const { organisation_id: organisation, cause } = fact;
  if (fact.state === 'over') {
    await rows(em, sql`update admin.notification set cause = null where organisation_id = ${organisation} and cause = ${cause}`);
    return false;
  }
  const details = { task: fact.task, repository: fact.repository, source: fact.source_type, error: fact.error_code, at: fact.at };
  const added = await rows(
    em,
    sql`insert into admin.notification (id, organisation_id, kind, details, cause)
        select ${newId()}, o.id, ${fact.kind}, ${JSON.stringify(details)}::jsonb, ${cause} from admin.organisation o where o.id = ${organisation}
        on conflict (organisation_id, cause) where cause is not null do nothing returning id`,
  );
  return added.length === 1;
}

/** Tells organisations that end soon, once for each end. Returns those that were told. */
export async function addExpiryNotifications(em: SqlEntityManager, now: Date): Promise<readonly string[]> {
  const told = await rows(
    em,
    sql<{ organisation_id: string }>`
      insert into admin.notification (id, organisation_id, kind, details, cause)
      select gen_random_uuid(), o.id, 'tariff_expiring',
        jsonb_build_object('at', to_char(o.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')),
        'expiry:' || extract(epoch from o.expires_at)
      from admin.organisation o
      where o.active and o.expires_at > ${now} and o.expires_at <= ${now}::timestamptz + make_interval(days => ${EXPIRY_NOTICE_DAYS})
      on conflict (organisation_id, cause) where cause is not null do nothing returning organisation_id`,
  );
  return told.map(({ organisation_id: organisation }) => organisation);
}

/** Of the transaction's organisation. False when there is no such one. */
export async function closeOne(em: SqlEntityManager, id: string): Promise<boolean> {
  return (await rows(em, sql`update admin.notification set active = false where id = ${id} and deleted is null returning id`)).length === 1;
}

export async function deleteOne(em: SqlEntityManager, id: string): Promise<boolean> {
  return (
    (await rows(em, sql`update admin.notification set deleted = now() where id = ${id} and deleted is null returning id`)).length === 1
  );
}

/** All of the transaction's organisation. Returns how many were open. */
export const closeAll = async (em: SqlEntityManager): Promise<number> =>
  (await rows(em, sql`update admin.notification set active = false where active and deleted is null returning id`)).length;

export const deleteAll = async (em: SqlEntityManager): Promise<number> =>
  (await rows(em, sql`update admin.notification set deleted = now() where deleted is null returning id`)).length;

export const pruneDeleted = (em: SqlEntityManager): Promise<unknown> =>
  rows(em, sql`delete from admin.notification where cause is null and deleted < now() - make_interval(days => ${DELETED_KEPT_DAYS})`);
