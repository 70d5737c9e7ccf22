import type { BlacklistRuleRow } from '@leakwatch/contracts';
import { minutesAgo, mockId } from '../ids.ts';
import { ORGANISATION } from './tasks.ts';

const OWNERS = ['romashka-archive', 'evil-mirror', '<img src=x onerror=alert(1)>', 'octo'] as const;
const REPOSITORIES = ['web-shop', 'dotfiles', 'a-very-long-repository-name-that-somebody-once-thought-to-be-a-good-idea'] as const;
const BLOCKS = ['owner', 'repository', 'owner_and_repo'] as const;

/** The rule of that number; the lower, the newer. Two in three hold in every task. */
export function makeRule(number: number, over: Partial<BlacklistRuleRow> = {}): BlacklistRuleRow {
  const block_type = BLOCKS[number % BLOCKS.length] ?? 'owner';
  const limited = number % 3 === 2;
  const task = (number % 5) + 1;
  return {
    id: mockId(31, number),
    company: ORGANISATION.id,
    rule_owner: block_type === 'repository' ? '' : `${OWNERS[number % OWNERS.length]}${number > 3 ? `-${number}` : ''}`,
    rule_repo: block_type === 'owner' ? '' : (REPOSITORIES[number % REPOSITORIES.length] ?? ''),
    block_type,
    source_type: number % 4 === 3 ? 'gist' : 'github',
    task: limited ? mockId(2, task) : null,
    task_name: limited ? `Monitoring of billing ${task}` : null,
    event: null,
    author: number % 2 === 0 ? 'irina' : 'kovalenko',
    global_state: !limited,
    update_at: minutesAgo(30 + number * 700),
    ...over,
  };
}
