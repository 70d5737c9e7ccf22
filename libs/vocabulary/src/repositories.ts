export const REPOSITORY_STATUSES = ['created', 'updating_local', 'processing_commits', 'ready_to_search', 'repository_error'] as const;
export type RepositoryStatus = (typeof REPOSITORY_STATUSES)[number];

/** The statuses that may follow each status. A test checks that every status can be reached from `created`. */
export const REPOSITORY_TRANSITIONS: Readonly<Record<RepositoryStatus, readonly RepositoryStatus[]>> = {
  created: ['updating_local', 'repository_error'],
  updating_local: ['processing_commits', 'repository_error', 'created'],
  processing_commits: ['ready_to_search', 'repository_error', 'updating_local'],
  ready_to_search: ['updating_local', 'processing_commits', 'repository_error'],
  repository_error: ['updating_local'],
};

/** Why a repository, or a part of it, could not be read. The console has a text for each. */
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
