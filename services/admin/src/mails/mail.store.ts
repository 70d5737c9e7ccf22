import { AGE_MS, type Claimed, newId, row, type SqlEntityManager, sql } from '@leakwatch/platform';
import { DEFAULT_LOCALE, type Locale } from '@leakwatch/vocabulary';
import type { AccountRow } from '../accounts/account.entity.ts';
import { tables } from '../entities.ts';
import type { MailKind } from './mail-kinds.ts';
import { type MailDetails, MailEntity, type MailRow } from './mail.entity.ts';

/** Who gets a mail: an account, or the account with an e-mail as a person typed it, if there is one. */
export type MailTo = { readonly account: string } | { readonly email: string };

/** `id` and `epoch` are null for an address without an account. */
export type Recipient =
  | Readonly<Pick<AccountRow, 'id' | 'email' | 'locale' | 'epoch' | 'organisation_id'>>
  | { readonly id: null; readonly email: string; readonly locale: Locale; readonly epoch: null; readonly organisation_id: null };

export interface ClaimedMail extends Claimed, Readonly<Pick<MailRow, 'kind' | 'details'>> {
  /** null when no active account has the e-mail. */
  readonly recipient: Recipient | null;
}

/** For this long no other process sends a claimed mail: longer than all timeouts of the SMTP client together. */
const HELD_SECONDS = 120;

/** Puts a mail into the outbox, in the transaction of the change that causes it. */
export async function queueMail(em: SqlEntityManager, kind: MailKind, to: MailTo, details: MailDetails = {}): Promise<void> {
  const recipient = 'account' in to ? { account_id: to.account } : { email: to.email };
  await em.insert(MailEntity, { id: newId(), kind, details, ...recipient });
}

/** Claims the next mail that is due and counts the attempt; undefined when none is. */
export async function claimMail(em: SqlEntityManager): Promise<ClaimedMail | undefined> {
  const claimed = await row(
    em,
    sql<Claimed & Pick<MailRow, 'kind' | 'details' | 'account_id' | 'email'>>`
      update admin.mail set attempts = attempts + 1, next_try = now() + make_interval(secs => ${HELD_SECONDS})
      where id = (select id from admin.mail where sent is null and next_try <= now()
        order by next_try limit 1 for update skip locked)
      returning id, kind, details, attempts, ${AGE_MS} as age_ms, account_id, email`,
  );
  if (claimed === undefined) return undefined;
  const { account_id: account, email, ...mail } = claimed;
  if (mail.kind === 'recipient_confirm' && email !== null)
    return { ...mail, recipient: { id: null, email, locale: DEFAULT_LOCALE, epoch: null, organisation_id: null } };
  const recipient = await tables(em)
    .selectFrom('admin.account')
    .select(['id', 'email', 'locale', 'epoch', 'organisation_id'])
    .where('active', '=', true)
    .where((eb) => (account === null ? eb('email', '=', email) : eb('id', '=', account)))
    .executeTakeFirst();
  return { ...mail, recipient: recipient ?? null };
}

export async function markSent(em: SqlEntityManager, id: string): Promise<void> {
  await tables(em).updateTable('admin.mail').set({ sent: sql`now()` }).where('id', '=', id).execute();
}

export async function deleteMail(em: SqlEntityManager, id: string): Promise<void> {
  await em.nativeDelete(MailEntity, { id });
}

export async function retryMailIn(em: SqlEntityManager, id: string, seconds: number): Promise<void> {
  await tables(em)
    .updateTable('admin.mail')
    .set({ next_try: sql`now() + make_interval(secs => ${seconds})` })
    .where('id', '=', id)
    .execute();
}
