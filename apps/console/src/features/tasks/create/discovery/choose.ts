import { TASK_REPOSITORIES_MAX } from '@leakwatch/rules';
import type { Discovered } from '../../api.ts';
import type { RepositoryDraft } from '../draft/draft.ts';
import { withoutCredentials } from '../repositories/repository-address.ts';

/** Equal for two entries of the same repository, whatever their credentials. */
const addressOf = (repository: Pick<RepositoryDraft, 'git_remote_url'>): string => withoutCredentials(repository.git_remote_url.trim());

export const addressesOf = (repositories: readonly Pick<RepositoryDraft, 'git_remote_url'>[]): ReadonlySet<string> =>
  new Set(repositories.map(addressOf));

/** Rows that a task can follow; the others show a reason. */
export const usable = (rows: readonly Discovered[]): readonly Discovered[] => rows.filter((row) => row.fault === null);

/** Only the five fields of a task. */
const toDraft = ({ repo_title, repo_url, repo_default_branch, git_remote_url, repo_remote_source }: Discovered): RepositoryDraft => ({
  repo_title,
  repo_url,
  repo_default_branch,
  git_remote_url,
  repo_remote_source,
});

export interface Choice {
  readonly repositories: readonly RepositoryDraft[];
  /** How many did not fit into the task. */
  readonly left: number;
}

/** The task's repositories with these rows added or removed; existing ones keep their place and their values. */
export function choose(repositories: readonly RepositoryDraft[], rows: readonly Discovered[], on: boolean): Choice {
  if (!on) {
    const out = addressesOf(rows);
    return { repositories: repositories.filter((one) => !out.has(addressOf(one))), left: 0 };
  }
  const there = addressesOf(repositories);
  const added = usable(rows).filter((row) => !there.has(addressOf(row)));
  const room = Math.max(0, TASK_REPOSITORIES_MAX - repositories.length);
  return { repositories: [...repositories, ...added.slice(0, room).map(toDraft)], left: Math.max(0, added.length - room) };
}
