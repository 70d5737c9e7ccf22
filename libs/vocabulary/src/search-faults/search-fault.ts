import type { LaunchErrorCode } from '../launches.ts';
import type { RepositoryErrorCode } from '../repositories.ts';

/**
 * Why a source is not searched or a repository not read, wholly or in part; `turn`: other searches come first. The texts are clauses without
 * a full stop, for the console and for notifications. Each language is a file of its own, so that a page loads only the one it shows.
 */
export type SearchFault = RepositoryErrorCode | LaunchErrorCode | 'turn';
