import type { BlacklistRuleRow, EventRow } from '@leakwatch/contracts';
import { namesOfPlace } from '@leakwatch/rules';
import { type BlacklistSource, type BlockType, hasBlacklist } from '@leakwatch/vocabulary';
import type { RuleBody } from './api.ts';

/** The values of the dialog. Names that the block type does not use are kept until it is closed. */
export interface RuleDraft {
  readonly block_type: BlockType;
  readonly source_type: BlacklistSource;
  readonly rule_owner: string;
  readonly rule_repo: string;
  readonly task: string | null;
  readonly event: string | null;
}

export const NEW_RULE: RuleDraft = {
  block_type: 'owner',
  source_type: 'github',
  rule_owner: '',
  rule_repo: '',
  task: null,
  event: null,
};

export const draftOfRule = ({ block_type, source_type, rule_owner, rule_repo, task, event }: BlacklistRuleRow): RuleDraft => ({
  block_type,
  source_type,
  rule_owner,
  rule_repo,
  task,
  event,
});

/** A draft filled from an event; null where the event's source has no blacklist. */
export function draftOfEvent({ id, source_type, username, repo_name, repo_url }: EventRow): RuleDraft | null {
  if (!hasBlacklist(source_type)) return null;
  const { owner, repository } = namesOfPlace({ source_type, owner: username, title: repo_name, url: repo_url });
  return {
    ...NEW_RULE,
    source_type,
    block_type: owner === '' ? 'repository' : 'owner',
    rule_owner: owner,
    rule_repo: repository,
    event: id,
  };
}

/** The body of the call. */
export const toBody = (draft: RuleDraft): RuleBody => ({ ...draft });
