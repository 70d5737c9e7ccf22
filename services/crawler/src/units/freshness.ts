import type { UnitSourceType } from '../sources/unit-source.port.ts';

/**
 * A pass that began at most so many seconds before a launch counts for it, so that tasks launched together cost one pass. Streams
 * change every second and cost one request; searches are rare and slow.
 */
export const FRESH_SECONDS: Readonly<Record<UnitSourceType, number>> = {
  github: 60,
  gist: 30,
  pastebin: 15,
  gitlab_cloud: 60,
  telegram: 15,
  google_docs: 60,
};
