import type { Page } from 'playwright-core';
import type { Scenario, World } from '../../../apps/console/mock/world.ts';

export interface Screen {
  readonly name: string;
  readonly path: string;
  readonly scenarios: readonly Scenario[];
  readonly signedIn?: false;
  readonly staff?: true;
  /** What the browser remembers, by key. */
  readonly stored?: Readonly<Record<string, string>>;
  /** Changes to the mock server's world. */
  readonly world?: (world: World) => void;
  /** Actions before the screenshot. */
  readonly act?: (page: Page) => Promise<void>;
}

/** For a page whose states differ in what the server answers. */
export const ALL: readonly Scenario[] = ['full', 'empty', 'failing'];

/** The list of events with full rows, as `stored`. */
export const FULL_ROWS = { 'leakwatch.compact': 'no' };
