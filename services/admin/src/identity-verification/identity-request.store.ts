import { newId, row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';

/** Long enough for colleagues to read their mail. */
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

/** A request is open while it is undecided and not expired, and its account has the same epoch as when it asked. */
const OPEN = sql.raw('r.outcome is null and r.expires > now() and a.active and a.epoch = r.epoch');

/** Opens a request of an account and returns its id. */
export async function addIdentityRequest(em: SqlEntityManager, account: string): Promise<string> {
  const id = newId();
  await rows(
    em,
    sql`insert into admin.identity_request (id, account_id, epoch, expires)
        select ${id}, id, epoch, now() + make_interval(secs => ${IDENTITY_SECONDS}) from admin.account where id = ${account}`,
  );
  return id;
}

/** Who is asked to approve: the other active users of the organisation, and staff. */
export const approversOf = (em: SqlEntityManager, account: string): Promise<{ readonly id: string }[]> =>
  rows(
    em,
    sql<{ id: string }>`
      select other.id from admin.account a join admin.account other on other.id <> a.id and other.active
        and (other.staff or other.organisation_id = a.organisation_id)
      where a.id = ${account} order by other.id`,
  );

/** Saves the code of a mail, in the place of the code of an earlier delivery attempt. False when the request is no longer open. */
export async function saveIdentityCode(em: SqlEntityManager, code: { hash: string; request: string; mailId: string }): Promise<boolean> {
  const saved = await rows(
    em,
    sql`insert into admin.identity_code (hash, request_id, mail_id)
        select ${code.hash}, r.id, ${code.mailId} from admin.identity_request r join admin.account a on a.id = r.account_id
        where r.id = ${code.request} and ${OPEN}
        on conflict (mail_id) do update set hash = excluded.hash returning hash`,
  );
  return saved.length === 1;
}

/** The open request that a code answers. */
export const requestOfCode = (em: SqlEntityManager, hash: string): Promise<OpenRequest | undefined> =>
  row(
    em,
    sql<OpenRequest>`
      select r.id, r.account_id, a.organisation_id, a.email, o.name as company, a.first_name, a.last_name
      from admin.identity_code c join admin.identity_request r on r.id = c.request_id join admin.account a on a.id = r.account_id
        left join admin.organisation o on o.id = a.organisation_id
      where c.hash = ${hash} and ${OPEN}`,
  );

/** Decides a request. False when it is no longer open; of concurrent calls one succeeds. */
export async function decideRequest(em: SqlEntityManager, id: string, outcome: 'accepted' | 'declined'): Promise<boolean> {
  const decided = await rows(
    em,
    sql`update admin.identity_request r set outcome = ${outcome}, decided = now() from admin.account a
        where r.id = ${id} and a.id = r.account_id and ${OPEN} returning r.id`,
  );
  return decided.length === 1;
}

/** Closes the undecided requests of an account: its owner has signed in, or another request of it was decided. */
export async function supersedeRequests(em: SqlEntityManager, account: string): Promise<void> {
  await rows(
    em,
    sql`update admin.identity_request set outcome = 'overtaken', decided = now() where account_id = ${account} and outcome is null`,
  );
}

export async function pruneIdentityRequests(em: SqlEntityManager, days: number): Promise<void> {
  await rows(em, sql`delete from admin.identity_request where expires < now() - make_interval(days => ${days})`);
}
