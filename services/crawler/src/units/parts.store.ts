import { row, rows, type SqlEntityManager, sql, storableJson } from '@leakwatch/platform';
import { z } from 'zod';
import { tables } from '../entities.ts';
import { INTERRUPTED } from '../interrupted.ts';
import type { Reference, Stored } from '../sources/unit-source.port.ts';
import type { KnownDocuments } from './references.store.ts';
import { addNamed } from './unit-habit.ts';
import type { LeasedUnit } from './unit.store.ts';

/** After so many days a part is listed again, changed or not, so that the ledger does not forget its documents (UNSEEN_DOCUMENT_DAYS in retention.ts). */
export const PART_DAYS = 30;

/** Counts of a part, as an answer that names its documents again would have them. */
export interface PartCounts extends KnownDocuments {
  readonly documents: number;
  readonly named: number;
}

/** What a source remembers of a part; undefined where it is to be listed again. */
export async function recallPart(em: SqlEntityManager, { id }: Pick<LeasedUnit, 'id'>, key: string): Promise<Stored | undefined> {
  const part = await tables(em)
    .selectFrom('crawler.unit_part')
    .select('value')
    .where('unit_id', '=', id)
    .where('key', '=', key)
    .where(sql<boolean>`named_on > current_date - ${PART_DAYS}::int`)
    .executeTakeFirst();
  return part?.value;
}

const counted = z.object({ documents: z.number(), read: z.number(), unread: z.record(z.string(), z.number()), named: z.number() });

/** undefined for a part that is not remembered. */
export async function partCounts(em: SqlEntityManager, { id }: Pick<LeasedUnit, 'id'>, key: string): Promise<PartCounts | undefined> {
  const part = await row(
    em,
    sql<unknown>`select documents, read, unread, named::float8 as named from crawler.unit_part where unit_id = ${id} and key = ${key}`,
  );
  return part === undefined ? undefined : counted.parse(part);
}

export interface NamedPart {
  readonly key: string;
  readonly value: Stored;
  readonly references: readonly Reference[];
}

/** Remembers a part of which every document is read or cannot be, and forgets one of which some documents wait. */
export async function keepPart(em: SqlEntityManager, unit: LeasedUnit, part: NamedPart, known: KnownDocuments): Promise<void> {
  const documents = part.references.length;
  const unread = Object.entries(known.unread).reduce((sum, [reason, count]) => (reason === INTERRUPTED ? sum : sum + count), 0);
  if (known.read + unread < documents) {
    await tables(em).deleteFrom('crawler.unit_part').where('unit_id', '=', unit.id).where('key', '=', part.key).execute();
    return;
  }
  await rows(
    em,
    sql`insert into crawler.unit_part (unit_id, key, organisation_id, value, documents, read, unread, named)
        values (${unit.id}, ${part.key}, ${unit.organisation}::uuid, ${storableJson(part.value)}::jsonb, ${documents}, ${known.read},
          ${JSON.stringify(known.unread)}::jsonb, ${addNamed(0, part.references)})
        on conflict (unit_id, key) do update set value = excluded.value, documents = excluded.documents, read = excluded.read,
          unread = excluded.unread, named = excluded.named, named_on = excluded.named_on`,
  );
}

/** Every part is listed again: a new pattern has not met their documents. */
export async function forgetParts(em: SqlEntityManager, { id }: Pick<LeasedUnit, 'id'>): Promise<void> {
  await tables(em).deleteFrom('crawler.unit_part').where('unit_id', '=', id).execute();
}
