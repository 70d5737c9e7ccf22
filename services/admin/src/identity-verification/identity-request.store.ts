import { newId, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { Account } from '../accounts/account.entity.ts';
import { tables } from '../entities.ts';
import type { MailCode } from '../mails/mail-links.ts';

/** Long enough for colleagues to read their mail. */
export const IDENTITY_SECONDS = 86_400;

/** A request is open while it is undecided and not expired, and its account (`a`) has the same epoch as when it asked. */
const OPEN = sql<boolean>`r.outcome is null and r.expires > now() and a.active and a.epoch = r.epoch`;

/** Opens a request of an account and returns its id. */
export async function addIdentityRequest(em: SqlEntityManager, { id: account, epoch }: Pick<Account, 'id' | 'epoch'>): Promise<string> {
  const id = newId();
  await tables(em)
    .insertInto('admin.identity_request')
    .values({ id, account_id: account, epoch, expires: sql`now() + make_interval(secs => ${IDENTITY_SECONDS})` })
    .execute();
  return id;
}

/** Who is asked to approve: other active staff and, unless the account is staff, the other active users of the organisation. */
export const approversOf = (em: SqlEntityManager, account: string): Promise<Pick<Account, 'id'>[]> =>
  tables(em)
    .selectFrom('admin.account as a')
    .innerJoin('admin.account as other', (join) => join.onRef('other.id', '<>', 'a.id').on('other.active', '=', true))
    .select('other.id')
    .where('a.id', '=', account)
    .where((eb) =>
      eb.or([
        eb('other.staff', '=', true),
        eb.and([eb('a.staff', '=', false), eb('other.organisation_id', '=', eb.ref('a.organisation_id'))]),
      ]),
    )
    .orderBy('other.id')
    .execute();

/** Saves the code of a mail, in the place of the code of an earlier delivery attempt. False when the request is no longer open. */
export async function saveIdentityCode(em: SqlEntityManager, { hash, mailId, details }: MailCode): Promise<boolean> {
  const saved = await tables(em)
    .insertInto('admin.identity_code')
    .columns(['hash', 'request_id', 'mail_id'])
    .expression((eb) =>
      eb
        .selectFrom('admin.identity_request as r')
        .innerJoin('admin.account as a', 'a.id', 'r.account_id')
        .select([sql<string>`${hash}`.as('hash'), 'r.id', sql<string>`${mailId}::uuid`.as('mail_id')])
        .where('r.id', '=', details['request'] ?? '')
        .where(OPEN),
    )
    .onConflict((conflict) => conflict.column('mail_id').doUpdateSet({ hash }))
    .returning('hash')
    .execute();
  return saved.length === 1;
}

/** The open request that a code answers. */
export const requestOfCode = (em: SqlEntityManager, hash: string) =>
  tables(em)
    .selectFrom('admin.identity_code as c')
    .innerJoin('admin.identity_request as r', 'r.id', 'c.request_id')
    .innerJoin('admin.account as a', 'a.id', 'r.account_id')
    .leftJoin('admin.organisation as o', 'o.id', 'a.organisation_id')
    .select(['r.id', 'r.account_id', 'a.organisation_id', 'a.staff', 'a.email', 'o.name as company', 'a.first_name', 'a.last_name'])
    .where('c.hash', '=', hash)
    .where(OPEN)
    .executeTakeFirst();
export type OpenRequest = NonNullable<Awaited<ReturnType<typeof requestOfCode>>>;

/** Decides a request. False when it is no longer open; of concurrent calls one succeeds. */
export async function decideRequest(em: SqlEntityManager, id: string, outcome: 'accepted' | 'declined'): Promise<boolean> {
  const decided = await tables(em)
    .updateTable('admin.identity_request as r')
    .from('admin.account as a')
    .set({ outcome, decided: sql`now()` })
    .where('r.id', '=', id)
    .whereRef('a.id', '=', 'r.account_id')
    .where(OPEN)
    .returning('r.id')
    .execute();
  return decided.length === 1;
}

/** Closes the undecided requests of an account: its owner has signed in, or another request of it was decided. */
export async function supersedeRequests(em: SqlEntityManager, account: string): Promise<void> {
  await tables(em)
    .updateTable('admin.identity_request')
    .set({ outcome: 'overtaken', decided: sql`now()` })
    .where('account_id', '=', account)
    .where('outcome', 'is', null)
    .execute();
}
