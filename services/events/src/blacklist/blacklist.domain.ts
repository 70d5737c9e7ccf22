import { type FoundPlace, comparedNames, nameKey, namesOfPlace, RULE_OWNER_MAX, RULE_REPO_MAX } from '@leakwatch/rules';
import { BLOCK_TYPES, type BlockType, hasBlacklist, type SourceType } from '@leakwatch/vocabulary';

/** What a rule compares: names are keys (`nameKey`), empty where the block type does not look at them. */
export interface RuleKeys {
  readonly block_type: BlockType;
  readonly owner_key: string;
  readonly repo_key: string;
}

export interface BlacklistRule extends RuleKeys {
  readonly organisation_id: string;
  /** null: for every task. */
  readonly task_id: string | null;
  readonly source_type: SourceType;
}

/** What a rule looks at. */
export interface Blacklistable extends FoundPlace {
  readonly organisation_id: string;
  readonly task_id: string;
}

/** No rule has a longer name, and an index could not hold it. */
const boundedKey = (name: string, most: number): string => {
  const key = nameKey(name);
  return key.length > most ? '' : key;
};

/** Owner and repository as rules compare them, empty where they are longer than any rule's; null where the source has no blacklist. */
export function placeKeys(place: FoundPlace): { readonly owner_key: string; readonly repo_key: string } | null {
  if (!hasBlacklist(place.source_type)) return null;
  const { owner, repository } = namesOfPlace(place);
  return { owner_key: boundedKey(owner, RULE_OWNER_MAX), repo_key: boundedKey(repository, RULE_REPO_MAX) };
}

/** The keys of every rule that would meet this place: one for each block type whose names are there. */
export function keysThatMeet(place: FoundPlace): readonly RuleKeys[] {
  const keys = placeKeys(place);
  if (keys === null) return [];
  return BLOCK_TYPES.flatMap((block_type) => {
    const needs = comparedNames(block_type);
    if ((needs.owner && keys.owner_key === '') || (needs.repository && keys.repo_key === '')) return [];
    return [{ block_type, owner_key: needs.owner ? keys.owner_key : '', repo_key: needs.repository ? keys.repo_key : '' }];
  });
}

/** Whether a rule meets a finding: its organisation, source and (unless global) task, letter case ignored. */
export function ruleMatches(rule: BlacklistRule, found: Blacklistable): boolean {
  if (rule.organisation_id !== found.organisation_id || rule.source_type !== found.source_type) return false;
  if (rule.task_id !== null && rule.task_id !== found.task_id) return false;
  return keysThatMeet(found).some(
    ({ block_type, owner_key, repo_key }) => rule.block_type === block_type && rule.owner_key === owner_key && rule.repo_key === repo_key,
  );
}
