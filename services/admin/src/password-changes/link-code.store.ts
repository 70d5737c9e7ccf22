import type { LinkPurpose } from '@leakwatch/contracts';
import { type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import type { MailCode } from '../mails/mail-links.ts';

/** How long a link works after its mail was sent. */
export const LINK_SECONDS = { recovery: 3_600, welcome: 7 * 86_400 } as const satisfies Record<LinkPurpose, number>;

/** Saves the code of a recovery or welcome mail, in the place of the code of an earlier delivery attempt. */
export async function saveLinkCode(em: SqlEntityManager, { hash, accountId, mailId, link }: MailCode): Promise<boolean> {
  if (link === 'verify' || link === 'mails') throw new Error(`links to /${link} have other codes`);
  const expires = sql<Date>`now() + make_interval(secs => ${LINK_SECONDS[link]})`;
  await tables(em)
    .insertInto('admin.link_code')
    .values({ hash, account_id: accountId, mail_id: mailId, purpose: link, expires })
    .onConflict((conflict) => conflict.column('mail_id').doUpdateSet({ hash, expires, created: sql`now()` }))
    .execute();
  return true;
}

/** A code that is neither used nor expired, of an active account. */
export const findOpenLinkCode = (em: SqlEntityManager, hash: string) =>
  tables(em)
    .selectFrom('admin.link_code as c')
    .innerJoin('admin.account as a', 'a.id', 'c.account_id')
    .select(['c.account_id', 'a.email', 'c.purpose'])
    .where('c.hash', '=', hash)
    .where('c.used', 'is', null)
    .where('c.expires', '>', sql<Date>`now()`)
    .where('a.active', '=', true)
    .executeTakeFirst();
export type OpenLinkCode = NonNullable<Awaited<ReturnType<typeof findOpenLinkCode>>>;

/** Marks a code as used. False when it is used or expired already; of concurrent calls one succeeds. */
export async function redeemLinkCode(em: SqlEntityManager, hash: string): Promise<boolean> {
  const redeemed = await tables(em)
    .updateTable('admin.link_code')
    .set({ used: sql`now()` })
    .where('hash', '=', hash)
    .where('used', 'is', null)
    .where('expires', '>', sql<Date>`now()`)
    .returning('hash')
    .execute();
  return redeemed.length === 1;
}

/** Call it when the password changes: a link that was sent before must not replace the new one. */
export async function revokeLinkCodes(em: SqlEntityManager, account: string): Promise<void> {
  await tables(em)
    .updateTable('admin.link_code')
    .set({ used: sql`now()` })
    .where('account_id', '=', account)
    .where('used', 'is', null)
    .execute();
}
