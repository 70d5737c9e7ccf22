import { createHash } from 'node:crypto';
import { rows, type SqlEntityManager, sql, storableJson } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import { INTERRUPTED, readAgainAt } from '../interrupted.ts';
import type { Reference } from '../sources/unit-source.port.ts';
import type { LeasedUnit } from './unit.store.ts';

/** Identifies a document in the ledger. */
export const documentId = (unit: Pick<LeasedUnit, 'source' | 'organisation'>, key: string): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([unit.source, unit.organisation ?? '', key]))
    .digest();

/**
 * Stores the references of an answer that must be read: those that the ledger does not have in their version, or that have not met a pattern
 * for which the unit was asked. Returns how many of the others are read already, and why the rest of them could not be. One that was interrupted
 * waits for the end of its pause.
 */
export async function addReferences(em: SqlEntityManager, unit: LeasedUnit, references: readonly Reference[]): Promise<KnownDocuments> {
  if (references.length === 0) return { read: 0, unread: {} };
  const once = [...new Map(references.map((reference) => [reference.key, reference])).values()];
  const named = storableJson(
    once.map(({ key, version, container: from, hint }, n) => ({
      n,
      id: documentId(unit, key).toString('hex'),
      key,
      version,
      container: from,
      hint,
    })),
  );
  const values = sql`jsonb_to_recordset(${named}::jsonb) as r (n int, id text, key text, version text, container jsonb, hint jsonb)`;
  // What was gone or refused on an earlier day and is named again may be there again: it counts as not read yet.
  await rows(
    em,
    sql`update crawler.document d set matched_version = null, unread = null from ${values}
        where d.id = decode(r.id, 'hex') and d.seen_on < current_date and d.unread in ('gone', 'refused')`,
  );
  // A day is exact enough, and most answers of a day then change no row.
  await rows(
    em,
    sql`update crawler.document d set seen_on = current_date from ${values}
        where d.id = decode(r.id, 'hex') and d.seen_on < current_date`,
  );
  const added = await rows(
    em,
    sql<{
      id: string;
      is_interrupted: boolean;
    }>`insert into crawler.reference as known (unit_id, organisation_id, document_id, key, version, container, hint)
        select ${unit.id}::uuid, ${unit.organisation}::uuid, decode(r.id, 'hex'), r.key, r.version, r.container, r.hint
        from ${values} left join crawler.document d on d.id = decode(r.id, 'hex')
        where d.matched_version is null or d.version is distinct from r.version
          -- A stream has no pattern for which it was asked: what it named before a pattern was added is not read again.
          or d.matched_version < (select coalesce(max(s.added) filter (where s.pattern_ids is not null), 0)
            from crawler.subscription s where s.unit_id = ${unit.id}::uuid)
        order by r.n
        on conflict (unit_id, document_id) do update
          set key = excluded.key, version = excluded.version, container = excluded.container, hint = excluded.hint, next_at = now(),
            tries = case when known.version = excluded.version then known.tries else 0 end,
            interruptions = case when known.version = excluded.version then known.interruptions else 0 end,
            given_up_at = case when known.version = excluded.version and known.read_again_at > now() then now() end,
            read_again_at = case when known.version = excluded.version and known.read_again_at > now() then known.read_again_at end
        returning encode(document_id, 'hex') as id, read_again_at is not null as is_interrupted`,
  );
  const waiting = added.map(({ id }) => id);
  const unread = await rows(
    em,
    sql<{ reason: string; documents: number }>`
      select d.unread as reason, count(*)::int as documents from ${values} join crawler.document d on d.id = decode(r.id, 'hex')
      where d.unread is not null and r.id <> all (${waiting}::text[]) group by d.unread`,
  );
  const known = Object.fromEntries(unread.map(({ reason, documents }) => [reason, documents]));
  const interrupted = added.filter(({ is_interrupted: isInterrupted }) => isInterrupted).length;
  return {
    unread: interrupted === 0 ? known : { ...known, [INTERRUPTED]: interrupted },
    read: references.length - added.length - sumOf(known),
  };
}

/** Documents that the ledger has: read ones, and by reason those that could not be read. */
export interface KnownDocuments {
  readonly read: number;
  readonly unread: Readonly<Record<string, number>>;
}

export const sumOf = (byReason: KnownDocuments['unread']): number => Object.values(byReason).reduce((sum, documents) => sum + documents, 0);

export interface CarriedReferences {
  readonly due: number;
  /** They wait for the end of their pause. */
  readonly interrupted: number;
}

/** Documents that an earlier pass gave up and that no answer of this one named, as a stream names a document once: those that are due are tried again. */
export async function carryReferences(em: SqlEntityManager, { id, epoch }: LeasedUnit): Promise<CarriedReferences> {
  const carried = await rows(
    em,
    sql<{
      is_interrupted: boolean;
    }>`with leased as (select id, pass_began_at from crawler.unit where id = ${id} and lease_epoch = ${epoch} for update)
        update crawler.reference r set next_at = now(),
          given_up_at = case when r.read_again_at > now() then now() end,
          read_again_at = case when r.read_again_at > now() then r.read_again_at end
        from leased u where r.unit_id = u.id and r.given_up_at < u.pass_began_at returning r.read_again_at is not null as is_interrupted`,
  );
  const interrupted = carried.filter(({ is_interrupted: isInterrupted }) => isInterrupted).length;
  return { due: carried.length - interrupted, interrupted };
}

/** Leaves a document to the next pass. */
export async function giveUp(em: SqlEntityManager, unit: LeasedUnit, positions: readonly string[]): Promise<void> {
  if (positions.length === 0) return;
  await tables(em)
    .updateTable('crawler.reference')
    .set({ tries: sql`tries + 1`, given_up_at: sql`now()` })
    .where('unit_id', '=', unit.id)
    .where('position', 'in', [...positions])
    .execute();
}

/** Leaves a document whose processes were ended from outside to the first pass after a pause. */
export async function interrupt(em: SqlEntityManager, unit: LeasedUnit, positions: readonly string[]): Promise<void> {
  if (positions.length === 0) return;
  await tables(em)
    .updateTable('crawler.reference')
    .set({ interruptions: sql`interruptions + 1`, given_up_at: sql`now()`, read_again_at: readAgainAt(sql<number>`interruptions`) })
    .where('unit_id', '=', unit.id)
    .where('position', 'in', [...positions])
    .execute();
}

export const countReferences = async (em: SqlEntityManager, unit: string): Promise<{ waiting: number; due: number }> => {
  const [found] = await rows(
    em,
    sql<{ waiting: number; due: number }>`
      select count(*)::int as waiting, (count(*) filter (where next_at <= now()))::int as due from crawler.reference
      where unit_id = ${unit} and given_up_at is null`,
  );
  return found ?? { waiting: 0, due: 0 };
};

/** Looks at references again after a pause. */
export async function postpone(em: SqlEntityManager, unit: LeasedUnit, positions: readonly string[], seconds: number): Promise<void> {
  if (positions.length === 0) return;
  await tables(em)
    .updateTable('crawler.reference')
    .set({ next_at: sql`now() + make_interval(secs => ${seconds})` })
    .where('unit_id', '=', unit.id)
    .where('position', 'in', [...positions])
    .execute();
}

/** A fetch failed; it is tried again after a pause. */
export async function retryReference(em: SqlEntityManager, unit: LeasedUnit, position: string, seconds: number): Promise<void> {
  await tables(em)
    .updateTable('crawler.reference')
    .set({ tries: sql`tries + 1`, next_at: sql`now() + make_interval(secs => ${seconds})` })
    .where('unit_id', '=', unit.id)
    .where('position', '=', position)
    .execute();
}

export async function deleteReferences(em: SqlEntityManager, unit: LeasedUnit, positions: readonly string[]): Promise<void> {
  if (positions.length === 0) return;
  await tables(em)
    .deleteFrom('crawler.reference')
    .where('unit_id', '=', unit.id)
    .where('position', 'in', [...positions])
    .execute();
}

/** The next step of the unit follows when one of its references is due. */
export async function waitForReferences(em: SqlEntityManager, { id, epoch }: LeasedUnit): Promise<void> {
  await rows(
    em,
    sql`update crawler.unit set next_at = coalesce((select min(r.next_at) from crawler.reference r
          where r.unit_id = ${id} and r.given_up_at is null), now())
        where id = ${id} and lease_epoch = ${epoch}`,
  );
}
