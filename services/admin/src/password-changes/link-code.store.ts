import type { LinkPurpose } from '@leakwatch/contracts';
import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';

/** How long a link works after its mail was sent. */
export const LINK_SECONDS = { recovery: 3_600, welcome: 7 * 86_400 } as const satisfies Record<LinkPurpose, number>;

export interface NewLinkCode {
  /** sha256 of the code, hex. */
  readonly hash: string;
  readonly accountId: string;
  readonly purpose: LinkPurpose;
  readonly mailId: string;
}

export interface OpenLinkCode {
  readonly account_id: string;
  readonly email: string;
  readonly purpose: LinkPurpose;
}

/** Saves the code of a mail, in the place of the code of an earlier delivery attempt. */
export async function saveLinkCode(em: SqlEntityManager, code: NewLinkCode): Promise<void> {
  const seconds = LINK_SECONDS[code.purpose];
  await rows(
    em,
    sql`insert into admin.link_code (hash, account_id, purpose, mail_id, expires)
        values (${code.hash}, ${code.accountId}, ${code.purpose}, ${code.mailId}, now() + make_interval(secs => ${seconds}))
        on conflict (mail_id) do update set hash = excluded.hash, expires = excluded.expires, created = now()`,
  );
}

/** A code that is neither used nor expired, of an active account. */
export const findOpenLinkCode = (em: SqlEntityManager, hash: string): Promise<OpenLinkCode | undefined> =>
  row(
    em,
    sql<OpenLinkCode>`
      select c.account_id, a.email, c.purpose from admin.link_code c join admin.account a on a.id = c.account_id
      where c.hash = ${hash} and c.used is null and c.expires > now() and a.active`,
  );

/** Marks a code as used. False when it is used or expired already; of concurrent calls one succeeds. */
export async function redeemLinkCode(em: SqlEntityManager, hash: string): Promise<boolean> {
  const used = await row(
    em,
    sql`update admin.link_code set used = now() where hash = ${hash} and used is null and expires > now() returning hash`,
  );
  return used !== undefined;
}

/** Call it when the password changes: a link that was sent before must not replace the new one. */
export async function revokeLinkCodes(em: SqlEntityManager, account: string): Promise<void> {
  await rows(em, sql`update admin.link_code set used = now() where account_id = ${account} and used is null`);
}

export async function pruneLinkCodes(em: SqlEntityManager, days: number): Promise<void> {
  await rows(em, sql`delete from admin.link_code where expires < now() - make_interval(days => ${days})`);
}
