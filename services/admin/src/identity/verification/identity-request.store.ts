import { newId, row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';

/** People must read their mail first (decisions, 'Identity'). */
export const IDENTITY_SECONDS = 86_400;

export interface OpenRequest {
  readonly id: string;
  readonly account_id: string;
  readonly organisation_id: string | null;
  readonly email: string;
  readonly company: string | null;
  readonly first_name: string;
  readonly last_name: string;
}

/** Open: undecided, in time, and its account is as it was when it asked. */
const OPEN = sql.raw('r.outcome is null and r.expires > now() and a.active and a.epoch = r.epoch');

/** Opens a request of an account; gives its id. */
export async function addIdentityRequest(em: SqlEntityManager, account: string): Promise<string> {
  const id = newId();
  await rows(
    em,
    sql`insert into admin.identity_request (id, account_id, epoch, expires)
        select ${id}, id, epoch, now() + make_interval(secs => ${IDENTITY_SECONDS}) from admin.account where id = ${account}`,
  );
  return id;
}

/** Whom a request is put to: the organisation's other active users, and staff. */
export const vouchersOf = (em: SqlEntityManager, account: string): Promise<{ readonly id: string }[]> =>
  rows(
    em,
    sql<{ id: string }>`
      select other.id from admin.account a join admin.account other on other.id <> a.id and other.active
        and (other.staff or other.organisation_id = a.organisation_id)
      where a.id = ${account} order by other.id`,
  );

/** Keeps the code of a mail; that of an earlier try to send it is over. False when the request is decided or late by now. */
export async function keepIdentityCode(em: SqlEntityManager, code: { hash: string; request: string; mailId: string }): Promise<boolean> {
  const kept = await rows(
    em,
    sql`insert into admin.identity_code (hash, request_id, mail_id)
        select ${code.hash}, r.id, ${code.mailId} from admin.identity_request r join admin.account a on a.id = r.account_id
        where r.id = ${code.request} and ${OPEN}
        on conflict (mail_id) do update set hash = excluded.hash returning hash`,
  );
  return kept.length === 1;
}

/** The open request that a code is for. */
export const requestOfCode = (em: SqlEntityManager, hash: string): Promise<OpenRequest | undefined> =>
  row(
    em,
    sql<OpenRequest>`
      select r.id, r.account_id, a.organisation_id, a.email, o.name as company, a.first_name, a.last_name
      from admin.identity_code c join admin.identity_request r on r.id = c.request_id join admin.account a on a.id = r.account_id
        left join admin.organisation o on o.id = a.organisation_id
      where c.hash = ${hash} and ${OPEN}`,
  );

/** Decides a request. False when somebody was quicker, or it is over. */
export async function decideRequest(em: SqlEntityManager, id: string, outcome: 'accepted' | 'declined'): Promise<boolean> {
  const decided = await rows(
    em,
    sql`update admin.identity_request r set outcome = ${outcome}, decided = now() from admin.account a
        where r.id = ${id} and a.id = r.account_id and ${OPEN} returning r.id`,
  );
  return decided.length === 1;
}

/** The account needs nobody's word any more: its owner got in, or one of several requests was decided. */
export async function overtakeRequests(em: SqlEntityManager, account: string): Promise<void> {
  await rows(
    em,
    sql`update admin.identity_request set outcome = 'overtaken', decided = now() where account_id = ${account} and outcome is null`,
  );
}

export async function pruneIdentityRequests(em: SqlEntityManager, days: number): Promise<void> {
  await rows(em, sql`delete from admin.identity_request where expires < now() - make_interval(days => ${days})`);
}
