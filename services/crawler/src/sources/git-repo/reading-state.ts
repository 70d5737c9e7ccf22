import type { RepositoryProgress } from '@leakwatch/contracts';

/** How far the reading of a repository is; `percent` is 0-100. */
export interface ReadingState extends Omit<RepositoryProgress, 'id' | 'last_indexed'> {
  readonly percent: number;
}

export const NEW_READING: ReadingState = {
  status: 'created',
  error_code: null,
  blobs_total: 0,
  blobs_scanned: 0,
  blobs_unread: 0,
  blobs_unchecked: 0,
  percent: 0,
};
