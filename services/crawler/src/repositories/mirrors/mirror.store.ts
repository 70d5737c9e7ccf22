import { newId, row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';

export interface Mirror {
  readonly id: string;
  readonly organisation_id: string | null;
  readonly listed_tips: readonly string[];
  readonly fetched_at: Date | null;
  readonly lease_epoch: string;
}

/** A worker that dies loses its lease within this time; one that lives renews it three times in it. */
export const LEASE_SECONDS = 30;

const COLUMNS = sql.raw('id, organisation_id, to_jsonb(listed_tips) as listed_tips, fetched_at, lease_epoch');

/** The mirror of an address for a credential scope, made when it is new. */
export async function mirrorFor(em: SqlEntityManager, address: string, scope: string, organisation: string): Promise<string> {
  await rows(
    em,
    sql`insert into crawler.mirror (id, organisation_id, address, credential_scope)
        values (${newId()}, ${scope === '' ? null : organisation}::uuid, ${address}, ${scope})
        on conflict (address, credential_scope) do nothing`,
  );
  const found = await row(
    em,
    sql<{ id: string }>`select id from crawler.mirror where address = ${address} and credential_scope = ${scope}`,
  );
  if (found === undefined) throw new Error('a mirror vanished in its own transaction');
  return found.id;
}

/** Leases the mirror to a worker; undefined while another one holds it. The epoch fences whoever comes late. */
export const leaseMirror = (em: SqlEntityManager, id: string, worker: string): Promise<Mirror | undefined> =>
  row(
    em,
    sql<Mirror>`update crawler.mirror set leased_by = ${worker}, lease_epoch = lease_epoch + 1,
        leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
      where id = ${id} and (leased_until is null or leased_until < now()) returning ${COLUMNS}`,
  );

/** False when the lease was lost: then nothing more may be written under it. */
export async function renewLease(em: SqlEntityManager, id: string, epoch: string): Promise<boolean> {
  const renewed = await rows(
    em,
    sql`update crawler.mirror set leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
        where id = ${id} and lease_epoch = ${epoch}::bigint and leased_until is not null returning id`,
  );
  return renewed.length === 1;
}

export async function releaseLease(em: SqlEntityManager, id: string, epoch: string): Promise<void> {
  await rows(em, sql`update crawler.mirror set leased_until = null where id = ${id} and lease_epoch = ${epoch}::bigint`);
}

/** Notes that everything below these tips is in the ledger. */
export async function noteListed(
  em: SqlEntityManager,
  id: string,
  epoch: string,
  tips: readonly string[],
  errorCode: string | null,
): Promise<void> {
  await rows(
    em,
    sql`update crawler.mirror set listed_tips = ${[...tips]}::text[], fetched_at = now(), error_code = ${errorCode}
        where id = ${id} and lease_epoch = ${epoch}::bigint`,
  );
}
