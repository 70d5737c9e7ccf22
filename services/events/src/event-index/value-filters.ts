import type { EventFilters } from '@leakwatch/contracts';
import { type RawBuilder, sql } from '@leakwatch/platform';

/** The filters by a value that an event has or has not: what the value is of, and the column of `events.event e`. */
const VALUE_FILTERS = {
  task: { dimension: 'task', column: 'task_id', type: 'uuid' },
  source_type: { dimension: 'source', column: 'source_type', type: 'text' },
  pattern: { dimension: 'pattern', column: 'pattern_text', type: 'text' },
  file_lang: { dimension: 'language', column: 'language', type: 'text' },
  username: { dimension: 'owner', column: 'owner', type: 'text' },
  repo_owner: { dimension: 'owner', column: 'owner', type: 'text' },
  repo_name: { dimension: 'repository', column: 'container_title', type: 'text' },
  author: { dimension: 'author', column: 'author', type: 'text' },
  regex_tokens_found: { dimension: 'token', column: 'detectors', type: 'uuid' },
} as const satisfies Partial<Record<keyof EventFilters, object>>;
type ValueFilterName = keyof typeof VALUE_FILTERS;
const NAMES = Object.keys(VALUE_FILTERS).filter((name): name is ValueFilterName => name in VALUE_FILTERS);

/** Events that have one of these values. */
export interface ValueFilter {
  readonly name: ValueFilterName;
  readonly dimension: (typeof VALUE_FILTERS)[ValueFilterName]['dimension'];
  readonly values: readonly string[];
}

/** The filters by a value that are set; ids in small letters, as the database writes them. */
export function valueFilters(filters: EventFilters): readonly ValueFilter[] {
  return NAMES.flatMap((name) => {
    const { dimension, type } = VALUE_FILTERS[name];
    const chosen: string | readonly string[] = filters[name] ?? [];
    const values = [chosen].flat().map((value) => (type === 'uuid' ? value.toLowerCase() : value));
    return values.length === 0 ? [] : [{ name, dimension, values }];
  });
}

/** The filter as a condition on `events.event e`. */
export function hasValue({ name, values }: ValueFilter): RawBuilder<unknown> {
  const { column, type } = VALUE_FILTERS[name];
  const [only, ...more] = values;
  const ref = sql.ref(`e.${column}`);
  if (name === 'regex_tokens_found') return sql`${ref} && ${[...values]}::uuid[]`;
  // With one value the planner reads the list in the order of an index.
  if (type === 'uuid' && more.length === 0) return sql`${ref} = ${only}::uuid`;
  return sql`${ref} = any (${[...values]}::${sql.raw(type)}[])`;
}
