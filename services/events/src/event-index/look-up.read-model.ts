import type { EventFilters } from '@leakwatch/contracts';
import { type RawBuilder, row, type SqlEntityManager, sql } from '@leakwatch/platform';
import { eventsWithRareValues, type ExpectedPage, isReadInOrder } from './rare-values.read-model.ts';

/**
 * Of a part that more events have, the first page is read sooner in the order of the list than by looking the events up and sorting them:
 * both take some 20 ms in an organisation with a million events.
 */
export const FOUND_MAX = 5_000;

/** A pattern of LIKE that finds `part` itself, whatever signs it holds. */
export const containing = (part: string) => `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** The filters by a part of a text: the column of events.event_text, and the text of `events.event e`. */
const PARTS = {
  file_content: { column: 'content', text: sql.raw(`e.excerpt ->> 'text'`) },
  path_part: { column: 'path', text: sql.raw('e.path') },
  username_part: { column: 'owner', text: sql.raw('e.owner') },
} as const satisfies Partial<Record<keyof EventFilters, object>>;
type PartFilter = keyof typeof PARTS;
const PART_FILTERS = Object.keys(PARTS).filter((name): name is PartFilter => name in PARTS);

/** Filters with what was found of the parts of texts that they name; conditions on events are made of these alone. */
export interface SoughtFilters {
  readonly filters: EventFilters;
  /** The events that have the rare values and hold the rare parts, those of at most FOUND_MAX events; undefined without such a filter. */
  readonly found: readonly string[] | undefined;
  /** The filters by parts that more events hold. */
  readonly common: readonly PartFilter[];
  /** Whose texts are meant; null for those of all that the scope sees. */
  readonly of: string | null;
}

/** The ids of events whose text holds the part: from the index, and of those that are not in it yet; at most `most` of each, null for all. */
function idsWith(name: PartFilter, part: string, of: string | null, most: number | null): RawBuilder<unknown> {
  const { column, text } = PARTS[name];
  return sql`(select events.events_with_text(${column}, ${part}, ${of}::uuid, ${most}::int) as id
    union all
    (select e.id from events.text_to_index w join events.event e on e.id = w.event_id
      where ${of === null ? sql`true` : sql`w.organisation_id = ${of}::uuid`} and ${text} ilike ${containing(part)} limit ${most}::int)) n`;
}

/** The events that hold a part; undefined where more than `most` do. */
async function holders(
  em: SqlEntityManager,
  name: PartFilter,
  part: string,
  of: string | null,
  most: number,
): Promise<readonly string[] | undefined> {
  const answer = await row(
    em,
    sql<{ ids: string[] | null }>`
      select case when count(*) <= ${most} then coalesce(array_agg(distinct id::text), '{}') end as ids
      from (select n.id from ${idsWith(name, part, of, most + 1)} limit ${most + 1}) found`,
  );
  return answer?.ids ?? undefined;
}

/**
 * Looks for the parts of texts and the rare values that the filters name.
 * @param sees whose events are meant; null for those of all that the scope sees
 */
export async function lookUp(
  em: SqlEntityManager,
  filters: EventFilters,
  sees: string | null,
  { most = FOUND_MAX, page }: { readonly most?: number; readonly page?: ExpectedPage } = {},
): Promise<SoughtFilters> {
  const of = sees ?? filters.org ?? null;
  const common: PartFilter[] = [];
  let found = of === null ? undefined : await eventsWithRareValues(em, filters, of, most, page);
  for (const name of PART_FILTERS) {
    const part = filters[name];
    if (part === undefined) continue;
    const isCommon = page !== undefined && of !== null && (await isReadInOrder(em, of, page));
    const ids = isCommon ? undefined : await holders(em, name, part, of, most);
    if (ids === undefined) {
      common.push(name);
      continue;
    }
    const earlier = found && new Set(found);
    found = earlier === undefined ? ids : ids.filter((id) => earlier.has(id));
  }
  return { filters, found, common, of };
}

/** Whether the text of `events.event e` holds the part: in lower case where it is indexed, which takes a tenth of the time. */
const holds = (name: PartFilter, part: string): RawBuilder<unknown> =>
  name === 'file_content'
    ? sql`coalesce((select t.content like lower(${containing(part)}) from events.event_text t where t.event_id = e.id),
        ${PARTS[name].text} ilike ${containing(part)})`
    : sql`${PARTS[name].text} ilike ${containing(part)}`;

/** How the events with a common part are found: by reading events until a page is full, or in the index where all are wanted. */
export type ReadingOrder = 'until a page is full' | 'all';

/** Conditions on `events.event e` for the parts of texts. */
export function withTexts({ filters, found, common, of }: SoughtFilters, reading: ReadingOrder): readonly RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (found !== undefined) conditions.push(sql`e.id = any (${[...found]}::uuid[])`);
  for (const name of common) {
    const part = filters[name];
    if (part === undefined) continue;
    // Events that were found are few: reading their texts is the least.
    const inIndex = reading === 'all' && found === undefined;
    conditions.push(inIndex ? sql`e.id in (select n.id from ${idsWith(name, part, of, null)})` : holds(name, part));
  }
  return conditions;
}
