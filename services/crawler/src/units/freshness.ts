import type { SourceType } from '@leakwatch/vocabulary';

/**
 * A pass that began at most so many seconds before a launch counts for it, so that tasks launched together cost one pass. Streams
 * change every second and cost one request; searches are rare and slow.
 */
export const FRESH_SECONDS: Readonly<Record<SourceType, number>> = {
  github: 60,
  gist: 30,
  pastebin: 15,
  gitlab_cloud: 60,
  telegram: 15,
  git_repo: 10,
  google_docs: 60,
};
