import type { SourceType } from '@leakwatch/vocabulary';

/** Sources for which this version has a crawler. Others can be chosen; they are told not to be crawled and get no launches. */
export const CRAWLED_SOURCES: ReadonlySet<SourceType> = new Set(['git_repo']);
