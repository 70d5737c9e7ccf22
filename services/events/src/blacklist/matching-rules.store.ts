import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { type Blacklistable, keysThatMeet } from './blacklist.domain.ts';

/**
 * At each place's index the id of a rule that meets it, or undefined: `ruleMatches` for many findings and many rules at
 * once, by equal keys, so that neither a long blacklist nor a full batch is compared pair by pair. Asks once for each place,
 * since a batch has few, and nothing where no place is of a source with a blacklist.
 */
export async function matchingRules(em: SqlEntityManager, found: readonly Blacklistable[]): Promise<readonly (string | undefined)[]> {
  const firsts = new Map<string, number>();
  const firstOf = found.map((place, at) => {
    const { organisation_id, task_id, source_type, owner, title, url } = place;
    const key = JSON.stringify([organisation_id, task_id, source_type, owner, title, url]);
    const first = firsts.get(key) ?? at;
    firsts.set(key, first);
    return first;
  });
  const wanted = [...firsts.values()].flatMap((at) => {
    const place = found[at];
    if (place === undefined) return [];
    const { organisation_id, task_id, source_type } = place;
    return keysThatMeet(place).map((keys) => ({ at, organisation_id, task_id, source_type, ...keys }));
  });
  if (wanted.length === 0) return [];
  const met = await rows(
    em,
    sql<{ at: number; id: string }>`
      select n.at, min(r.id::text) as id
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as n (at int, organisation_id uuid, task_id uuid, source_type text,
        block_type text, owner_key text, repo_key text)
      join events.blacklist_rule r using (organisation_id, source_type, block_type, owner_key, repo_key)
      where r.task_id is null or r.task_id = n.task_id
      group by n.at`,
  );
  const rules = new Map(met.map(({ at, id }) => [at, id]));
  return firstOf.map((at) => rules.get(at));
}
