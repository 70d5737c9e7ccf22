import { type SqlEntityManager, rows, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import { beginCause, endCause } from '../technical-notifications/technical-notification.store.ts';
import type { MailCode } from '../mails/mail-links.ts';
import type { RecipientRow } from './recipient.entities.ts';

/** Long enough for a person who is on leave to confirm. */
export const CONFIRM_DAYS = 7;
/** A mail of a quarter of a year ago still stops the mails. */
export const STOP_DAYS = 90;

const CAUSE = 'recipients';

/**
 * Adds the addresses that are new and no active accounts of the organisation, and notifies the organisation that they have to confirm. True when
 * a notification was created.
 */
export async function addRecipients(em: SqlEntityManager, organisation: string, emails: readonly string[]): Promise<boolean> {
  const added = await rows(
    em,
    sql<{ id: string }>`
      insert into admin.recipient (id, organisation_id, email)
      select gen_random_uuid(), o.id, asked.email
      from (select distinct lower(e) as email from unnest(${[...emails]}::text[]) as e order by 1) asked, admin.organisation o
      where o.id = ${organisation} and o.deleted_at is null and not exists (
        select from admin.account a where a.email = asked.email and a.organisation_id = o.id and a.active)
      on conflict (organisation_id, email) do nothing returning id`,
  );
  return added.length > 0 && beginCause(em, { organisation, cause: CAUSE, kind: 'recipients_waiting', details: {} });
}

/** Ends the notification of an organisation none of whose recipients has to confirm any more. */
async function endIfSettled(em: SqlEntityManager, organisation: string): Promise<void> {
  const waiting = await tables(em)
    .selectFrom('admin.recipient')
    .select('id')
    .where('organisation_id', '=', organisation)
    .where('confirmed', 'is', null)
    .where('stopped', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (waiting === undefined) await endCause(em, organisation, CAUSE);
}

/** The recipients of the organisation among the addresses, and whether each address is an active account of it. */
export const recipientsOf = (em: SqlEntityManager, organisation: string, emails: readonly string[]) =>
  rows(
    em,
    sql<{ asked_for: string; member: boolean } & Partial<RecipientRow>>`
      select e as asked_for, exists (
          select from admin.account a where a.email = e and a.organisation_id = ${organisation} and a.active) as member,
        r.id, r.confirmed, r.stopped, r.expires, r.asked
      from unnest(${[...emails]}::text[]) with ordinality as given (e, place)
      left join admin.recipient r on r.email = e and r.organisation_id = ${organisation}
      order by given.place`,
  );

/** Saves the code of a mail that asks to confirm, in the place of the code of an earlier attempt. False when nothing is to be confirmed any more. */
export async function saveConfirmCode(em: SqlEntityManager, { hash, mailId, details }: MailCode): Promise<boolean> {
  const recipient = details['recipient'] ?? '';
  const expires = sql<Date>`now() + make_interval(days => ${CONFIRM_DAYS})`;
  const waiting = await tables(em)
    .updateTable('admin.recipient')
    .set({ expires })
    .where('id', '=', recipient)
    .where('confirmed', 'is', null)
    .where('stopped', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (waiting === undefined) return false;
  await tables(em)
    .insertInto('admin.recipient_code')
    .values({ hash, recipient_id: recipient, mail_id: mailId, expires })
    .onConflict((conflict) => conflict.column('mail_id').doUpdateSet({ hash, expires, created: sql`now()` }))
    .execute();
  return true;
}

export async function saveStopCode(em: SqlEntityManager, recipient: string, hash: string): Promise<void> {
  const expires = sql<Date>`now() + make_interval(days => ${STOP_DAYS})`;
  await tables(em).insertInto('admin.recipient_code').values({ hash, recipient_id: recipient, expires }).execute();
}

/** The recipient of a code that has not expired, of an organisation that was not deleted. */
export const recipientByCode = (em: SqlEntityManager, hash: string) =>
  tables(em)
    .selectFrom('admin.recipient_code as c')
    .innerJoin('admin.recipient as r', 'r.id', 'c.recipient_id')
    .innerJoin('admin.organisation as o', 'o.id', 'r.organisation_id')
    .select(['r.id', 'r.organisation_id', 'r.confirmed', 'r.stopped', 'o.name as organisation'])
    .where('c.hash', '=', hash)
    .where('c.expires', '>', sql<Date>`now()`)
    .where('o.deleted_at', 'is', null)
    .executeTakeFirst();

/** What a recipient wants; the mail that asks to confirm is not sent any more. */
export async function settleRecipient(em: SqlEntityManager, id: string, organisation: string, wanted: boolean): Promise<void> {
  const now = sql<Date>`now()`;
  const change = wanted ? { confirmed: sql<Date>`coalesce(confirmed, now())`, stopped: null } : { stopped: now };
  await tables(em)
    .updateTable('admin.recipient')
    .set({ ...change, next_ask: null })
    .where('id', '=', id)
    .execute();
  await endIfSettled(em, organisation);
}

/** Of a deleted organisation, with their codes. */
export async function removeRecipientsOf(em: SqlEntityManager, organisation: string): Promise<void> {
  await tables(em).deleteFrom('admin.recipient').where('organisation_id', '=', organisation).execute();
}
