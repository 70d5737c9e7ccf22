import type { Page } from 'playwright-core';
import type { Scenario, World } from '../../../apps/console/mock/world.ts';

export interface Screen {
  readonly name: string;
  readonly path: string;
  readonly scenarios: readonly Scenario[];
  readonly signedIn?: false;
  readonly staff?: true;
  /** What is different in the mock server's world. */
  readonly world?: (world: World) => void;
  /** What the person does before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
}
