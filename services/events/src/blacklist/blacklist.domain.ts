import type { BlockType, SourceType } from '@leakwatch/vocabulary';

export interface BlacklistRule {
  readonly organisation_id: string;
  readonly task_id: string | null;
  readonly source_type: SourceType;
  readonly block_type: BlockType;
  readonly rule_owner: string;
  readonly rule_repo: string;
}

/** What a rule looks at. */
export interface Blacklistable {
  readonly organisation_id: string;
  readonly task_id: string;
  readonly source_type: SourceType;
  readonly owner: string;
  /** The repository's name alone, without its owner. */
  readonly repository: string;
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Whether a rule meets a finding: its organisation, source and (unless global) task, letter case ignored. */
export function ruleMatches(rule: BlacklistRule, found: Blacklistable): boolean {
  if (rule.organisation_id !== found.organisation_id || rule.source_type !== found.source_type) return false;
  if (rule.task_id !== null && rule.task_id !== found.task_id) return false;
  const owner = same(rule.rule_owner, found.owner);
  const repository = same(rule.rule_repo, found.repository);
  if (rule.block_type === 'owner') return owner;
  if (rule.block_type === 'repository') return repository;
  return owner && repository;
}
