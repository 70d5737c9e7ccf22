export const REPOSITORY_STATUSES = ['created', 'updating_local', 'processing_commits', 'ready_to_search', 'repository_error'] as const;
export type RepositoryStatus = (typeof REPOSITORY_STATUSES)[number];

/** From every status: a report says where a launch is now, and since reports are sampled, steps between may be missing. */
const REPORTED = {
  updating_local: 'updating_local',
  processing_commits: 'processing_commits',
  ready_to_search: 'ready_to_search',
  repository_error: 'repository_error',
} as const;

/**
 * What a stored status becomes when a crawler reports one. A launch reports `created` for each repository that it has not come to yet: what the last
 * launch reached stays until then, with its error.
 */
export const REPOSITORY_TRANSITIONS: Readonly<Record<RepositoryStatus, Readonly<Record<RepositoryStatus, RepositoryStatus>>>> = {
  created: { created: 'created', ...REPORTED },
  updating_local: { created: 'updating_local', ...REPORTED },
  processing_commits: { created: 'processing_commits', ...REPORTED },
  ready_to_search: { created: 'ready_to_search', ...REPORTED },
  repository_error: { created: 'repository_error', ...REPORTED },
};

/** Why a repository, or a part of it, could not be read. `SEARCH_FAULTS_RU` and `SEARCH_FAULTS_EN` have a text for each. */
export const REPOSITORY_ERROR_CODES = [
  'invalid_url',
  'transport_refused',
  'address_refused',
  'redirect_refused',
  'host_not_found',
  'repository_not_found',
  'authentication_required',
  'not_a_git_server',
  'truncated',
  'damaged',
  'over_bound',
  'storage_over_quota',
  'refs_over_bound',
  'files_over_bound',
  'names_over_bound',
  'memory_over_bound',
  'time_over_bound',
  'timeout',
  'cancelled',
  'unavailable',
  'mirror_failed',
] as const;
export type RepositoryErrorCode = (typeof REPOSITORY_ERROR_CODES)[number];
