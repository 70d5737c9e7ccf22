import type { ChangedField } from './task-change.entity.ts';
import type { TaskSnapshot } from './task-snapshot.read-model.ts';

/** Most entries of a list that one change names: a task may have a hundred thousand patterns. */
const NAMED = 50;

/** The fields that differ. Of a list, `old` has the removed entries and `new` the added ones; `<field>_count` has the lengths. */
export function changedFields(before: TaskSnapshot, after: TaskSnapshot): ChangedField[] {
  const texts = (['title', 'filter_mode', 'git_repository_observer'] as const)
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, old: before[field], new: after[field] }));
  const lists = (['recipients', 'filter_keywords', 'sources', 'channels', 'patterns', 'git_repositories'] as const).flatMap((field) => {
    const [gone, came] = [without(before[field], after[field]), without(after[field], before[field])];
    if (gone.length + came.length === 0) return [];
    return [
      { field, old: gone.slice(0, NAMED), new: came.slice(0, NAMED) },
      { field: `${field}_count`, old: before[field].length, new: after[field].length },
    ];
  });
  // Only of sources in both snapshots: added and removed ones are named under `sources`.
  const stays = (search: string) => [before, after].every(({ sources }) => sources.includes(search.split(':', 1)[0] ?? ''));
  const [old, now] = [before.search_types.filter(stays), after.search_types.filter(stays)];
  const changed = without(now, old);
  const searches = changed.length === 0 ? [] : [{ field: 'search_types', old: without(old, now), new: changed }];
  return [...texts, ...lists, ...searches, ...changedRepositories(before, after)];
}

/** What differs in repositories of both snapshots. Of credentials it names only the repository. */
function changedRepositories(before: TaskSnapshot, after: TaskSnapshot): ChangedField[] {
  const old = new Map(before.repositories.map((repository) => [repository.address, repository]));
  const stayed = after.repositories.flatMap((now) => {
    const was = old.get(now.address);
    return was === undefined ? [] : [{ was, now }];
  });
  const facts = stayed.filter(({ was, now }) => was.facts !== now.facts).slice(0, NAMED);
  const keys = stayed.filter(({ was, now }) => was.credential_scope !== now.credential_scope).slice(0, NAMED);
  return [
    ...(facts.length === 0
      ? []
      : [{ field: 'repository_facts', old: facts.map(({ was }) => was.facts), new: facts.map(({ now }) => now.facts) }]),
    ...(keys.length === 0 ? [] : [{ field: 'repository_credentials', old: null, new: keys.map(({ now }) => now.address) }]),
  ];
}

function without(entries: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return entries.filter((entry) => !known.has(entry));
}
