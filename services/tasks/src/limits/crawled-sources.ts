import type { SourceType } from '@leakwatch/vocabulary';

/** Sources for which this version has a crawler. Others can be chosen once their adapters are there. */
export const CRAWLED_SOURCES: ReadonlySet<SourceType> = new Set(['git_repo']);
