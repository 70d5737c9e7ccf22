/** One field of what was created, changed or deleted, as texts; null where the field had or has no value. */
export interface AuditChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

type Value = string | number | boolean | Date | readonly string[] | null | undefined;
/** What an object shows of itself in the audit trail. Secrets are never part of it: name them with `HIDDEN`. */
export type Shown = Readonly<Record<string, Value>>;

/** Stands for a secret: that it was set is recorded, its value never. */
export const HIDDEN = '***';

/** Of a longer value the beginning is kept: a record stays readable, and its row small. */
export const VALUE_MAX = 300;
/** Fields of a record; objects of staff have fewer. */
const FIELDS_MAX = 40;

/**
 * The fields that differ, in the order of their names; null stands for an object that did not exist or does not any more. Of a list only
 * what was removed and what was added counts. A secret that is named was set.
 */
export function changesBetween(before: Shown | null, after: Shown | null): AuditChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].toSorted();
  return fields
    .map((field) => ({ field, ...textsOf(before?.[field], after?.[field]) }))
    .filter(({ before: was, after: is }) => was !== is || is === HIDDEN)
    .slice(0, FIELDS_MAX)
    .map((change) => ({ ...change, before: shortened(change.before), after: shortened(change.after) }));
}

function textsOf(before: Value, after: Value): { before: string | null; after: string | null } {
  if (!Array.isArray(before) && !Array.isArray(after)) return { before: textOf(before), after: textOf(after) };
  const [was, is] = [new Set(itemsOf(before)), new Set(itemsOf(after))];
  const joined = (items: string[]) => (items.length === 0 ? null : items.join(', '));
  return { before: joined([...was].filter((one) => !is.has(one))), after: joined([...is].filter((one) => !was.has(one))) };
}

const itemsOf = (value: Value): readonly string[] => (Array.isArray(value) ? value : []);

function textOf(value: Value): string | null {
  if (value === null || value === undefined) return null;
  return value instanceof Date ? value.toISOString() : String(value);
}

/** Halves of characters: PostgreSQL refuses them, and shortening makes them. */
const HALVES = /\p{Surrogate}/gu;

const shortened = (text: string | null): string | null =>
  text === null ? null : (text.length <= VALUE_MAX ? text : `${text.slice(0, VALUE_MAX)}…`).replaceAll(HALVES, '\ufffd');
