import { keepTyped } from '../../../../shared/lib/changed-meanwhile.ts';
import { type Draft, LIST_FIELDS, type ListField } from './draft.ts';

/** The fresh entries without those that the person removed, and with those that the person added; an edited entry is both. */
function mergeEntries<T>(base: readonly T[], now: readonly T[], fresh: readonly T[], keyOf: (entry: T) => string): readonly T[] {
  const without = (entries: readonly T[], others: readonly T[]) => {
    const known = new Set(others.map(keyOf));
    return entries.filter((entry) => !known.has(keyOf(entry)));
  };
  const [removed, added] = [without(base, now), without(now, base)];
  const left = without(fresh, removed);
  return [...left, ...without(added, left)];
}

const asText = (entry: unknown) => JSON.stringify(entry);

/** What the person typed in the form of a task, over what another person saved: lists entry by entry, everything else field by field. */
export function keepTypedTask(base: Draft, now: Draft, fresh: Draft): Draft {
  const merged = (field: ListField) => mergeEntries(base.lists[field], now.lists[field], fresh.lists[field], (entry) => entry);
  const chosen = mergeEntries(base.sources, now.sources, fresh.sources, asText);
  return {
    ...keepTyped(base, now, fresh),
    lists: { ...fresh.lists, ...Object.fromEntries(LIST_FIELDS.map((field) => [field, merged(field)])) },
    keywords: mergeEntries(base.keywords, now.keywords, fresh.keywords, ({ id }) => id),
    // A source is chosen once: with the kind of search that the person chose last.
    sources: [...new Map(chosen.map((source) => [source.source_type, source])).values()],
    repositories: mergeEntries(base.repositories, now.repositories, fresh.repositories, asText),
  };
}
