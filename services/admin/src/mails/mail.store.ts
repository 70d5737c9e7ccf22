import { newId, row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { Locale } from '@leakwatch/vocabulary';
import type { MailKind } from './mail-kinds.ts';

/** Who gets a mail: an account, or the account with an e-mail as a person typed it, if there is one. */
export type MailTo = { readonly account: string } | { readonly email: string };

export type MailDetails = Readonly<Record<string, string>>;

export interface Recipient {
  readonly id: string;
  readonly email: string;
  readonly locale: Locale;
  readonly epoch: number;
}

export interface ClaimedMail {
  readonly id: string;
  readonly kind: MailKind;
  readonly details: MailDetails;
  readonly attempts: number;
  readonly created: Date;
  /** null when no active account has the e-mail. */
  readonly recipient: Recipient | null;
}

/** For this long no other process sends a claimed mail: longer than all timeouts of the SMTP client together. */
const HELD_SECONDS = 120;

/** Puts a mail into the outbox, in the transaction of the change that causes it. Details are stored in clear: never a secret. */
export async function queueMail(em: SqlEntityManager, kind: MailKind, to: MailTo, details: MailDetails = {}): Promise<void> {
  const account = 'account' in to ? to.account : null;
  const email = 'email' in to ? to.email : null;
  await rows(
    em,
    sql`insert into admin.mail (id, kind, account_id, email, details)
        values (${newId()}, ${kind}, ${account}::uuid, ${email}::text, ${JSON.stringify(details)}::jsonb)`,
  );
}

/** Claims the next mail that is due and counts the attempt; undefined when none is. */
export async function claimMail(em: SqlEntityManager): Promise<ClaimedMail | undefined> {
  const claimed = await row(
    em,
    sql<Omit<ClaimedMail, 'recipient'> & { account_id: string | null; email: string | null }>`
      update admin.mail set attempts = attempts + 1, next_try = now() + make_interval(secs => ${HELD_SECONDS})
      where id = (select id from admin.mail where sent is null and next_try <= now()
        order by next_try limit 1 for update skip locked)
      returning id, kind, details, attempts, created, account_id, email`,
  );
  if (claimed === undefined) return undefined;
  const { account_id: accountId, email, ...mail } = claimed;
  const recipient = await row(
    em,
    sql<Recipient>`
      select id, email, locale, epoch from admin.account
      where active and (id = ${accountId}::uuid or (${accountId}::uuid is null and email = ${email}::text))`,
  );
  return { ...mail, recipient: recipient ?? null };
}

export async function markSent(em: SqlEntityManager, id: string): Promise<void> {
  await rows(em, sql`update admin.mail set sent = now() where id = ${id}`);
}

export async function deleteMail(em: SqlEntityManager, id: string): Promise<void> {
  await rows(em, sql`delete from admin.mail where id = ${id}`);
}

export async function retryMailIn(em: SqlEntityManager, id: string, seconds: number): Promise<void> {
  await rows(em, sql`update admin.mail set next_try = now() + make_interval(secs => ${seconds}) where id = ${id}`);
}

export async function pruneMails(em: SqlEntityManager, days: number): Promise<void> {
  await rows(em, sql`delete from admin.mail where sent < now() - make_interval(days => ${days})`);
}
