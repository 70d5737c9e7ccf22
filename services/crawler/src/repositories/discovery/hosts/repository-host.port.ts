import type { DiscoveredRepository } from '@leakwatch/contracts';
import type { DiscoverySource } from '@leakwatch/rules';

/** Whose repositories; the name has passed the rules of the source. */
export interface ObserverAccount {
  readonly source: DiscoverySource;
  readonly name: string;
  readonly isOrganisation: boolean;
}

/** A host of repositories that can be asked which ones an account has. */
export interface RepositoryHost {
  /**
   * The account's public repositories, a page at a time, by name. `token` null asks anonymously.
   * @throws DiscoveryError for everything that goes wrong
   */
  pages(account: ObserverAccount, token: string | null, signal: AbortSignal): AsyncGenerator<readonly DiscoveredRepository[], void>;
}

/** The largest page that both hosts give. */
export const PAGE_SIZE = 100;
