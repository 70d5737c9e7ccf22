import type { TaskDetails } from '@leakwatch/contracts';
import { channelLabel } from '@leakwatch/rules';
import type { SourceType } from '@leakwatch/vocabulary';

export interface PartsToConfirm {
  readonly patterns: readonly string[];
  readonly repositories: readonly string[];
  readonly sources: readonly SourceType[];
  readonly channels: readonly string[];
}

type Confirmable = Pick<TaskDetails, 'confirmed' | 'search_patterns' | 'git_repositories' | 'sources'>;

/** What a confirmation lets run: all of an unconfirmed task, the waiting additions of a confirmed one. */
export function partsToConfirm({ confirmed, search_patterns, git_repositories, sources }: Confirmable): PartsToConfirm {
  const counts = ({ waiting }: { readonly waiting: boolean }) => !confirmed || waiting;
  const active = sources.filter((source) => source.active);
  return {
    patterns: search_patterns.filter(counts).map(({ pattern }) => pattern),
    repositories: git_repositories.filter(counts).map((one) => `${one.repo_title}: ${one.git_remote_url}`),
    sources: active.filter(counts).map(({ source_type: type }) => type),
    channels: active.flatMap(({ tg_channels: channels }) => channels.filter(counts).map(({ username }) => channelLabel(username))),
  };
}
