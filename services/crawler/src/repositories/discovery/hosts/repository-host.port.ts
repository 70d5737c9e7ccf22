import type { DiscoveredRepository } from '@leakwatch/contracts';
import type { DiscoverySource } from '@leakwatch/rules';
import type { Access } from '../../../accounts/access.port.ts';

/** Whose repositories; the name has passed the rules of the source. */
export interface ObserverAccount {
  readonly source: DiscoverySource;
  readonly name: string;
  readonly isOrganisation: boolean;
}

/** A host of repositories that can be asked which ones an account has. */
export interface RepositoryHost {
  /**
   * The account's public repositories, a page at a time, by name.
   * @throws DiscoveryError; UpstreamError for what concerns the access; the signal's reason when it was aborted
   */
  pages(account: ObserverAccount, access: Access, signal: AbortSignal): AsyncGenerator<readonly DiscoveredRepository[], void>;
}

/** The largest page that both hosts give. */
export const PAGE_SIZE = 100;
