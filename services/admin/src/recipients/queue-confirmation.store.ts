import { row, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import { queueMail } from '../mails/mail.store.ts';
import type { RecipientRow } from './recipient.entities.ts';

/** To one address from all organisations in a day: a person must not be flooded by tasks that name the address. */
export const MAILS_OF_ADDRESS = 3;
/** Of one organisation in a day: more than the recipients of a large team, and too few to write to a list of strangers. */
export const MAILS_OF_ORGANISATION = 100;
/** Of the installation in a day: a mail server that sends more to new addresses is soon taken for a source of spam. */
export const MAILS_OF_DAY = 1000;
/** How long a mail over a limit waits for the next try. */
const LATER_MINUTES = 60;

/** Serialises the count of the day's mails and the addition to it (docs/locks.md). */
const DAY_LOCK = 'mails to recipients';

export type Asked = Pick<RecipientRow, 'id' | 'organisation_id' | 'email'>;

const ofDay = (em: SqlEntityManager, { email, organisation_id: organisation }: Asked) =>
  row(
    em,
    sql<{ address: number; organisation: number; day: number }>`
      select count(*) filter (where email = ${email})::int as address,
        count(*) filter (where details->>'organisation_id' = ${organisation})::int as organisation, count(*)::int as day
      from admin.mail where kind = 'recipient_confirm' and created > now() - interval '1 day'`,
  );

/** Puts the mail that asks to confirm into the outbox. False, and tried again later by the schedule, when a limit of the day is reached. */
export async function queueConfirmation(em: SqlEntityManager, recipient: Asked): Promise<boolean> {
  const { id, organisation_id: organisation, email } = recipient;
  await row(em, sql`select pg_advisory_xact_lock(hashtextextended(${DAY_LOCK}, 0)) as held`);
  const sent = await ofDay(em, recipient);
  const isOver =
    (sent?.address ?? 0) >= MAILS_OF_ADDRESS || (sent?.organisation ?? 0) >= MAILS_OF_ORGANISATION || (sent?.day ?? 0) >= MAILS_OF_DAY;
  const change = isOver
    ? { next_ask: sql<Date>`now() + make_interval(mins => ${LATER_MINUTES})` }
    : { next_ask: null, asked: sql<Date>`now()`, expires: null };
  await tables(em).updateTable('admin.recipient').set(change).where('id', '=', id).execute();
  if (isOver) return false;
  const found = await tables(em).selectFrom('admin.organisation').select('name').where('id', '=', organisation).executeTakeFirst();
  await queueMail(em, 'recipient_confirm', { email }, { recipient: id, organisation_id: organisation, organisation: found?.name ?? '' });
  return true;
}

/** Locks the next recipient whose mail is due, if no other process has it. */
export const claimRecipientToAsk = (em: SqlEntityManager): Promise<Asked | undefined> =>
  tables(em)
    .selectFrom('admin.recipient')
    .select(['id', 'organisation_id', 'email'])
    .where('next_ask', '<=', sql<Date>`now()`)
    .where('confirmed', 'is', null)
    .where('stopped', 'is', null)
    .orderBy('next_ask')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
