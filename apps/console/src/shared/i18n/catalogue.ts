import type { baseErrors } from './ru/base-errors.ts';
import type { common } from './ru/common.ts';
import type { changedMeanwhile } from './ru/changed-meanwhile.ts';
import type { detectors } from './ru/detectors.ts';
import type { errors } from './ru/errors.ts';
import type { faults, reasons, repositoryFaults } from './ru/faults.ts';

/**
 * All texts by the first part of their keys, as `t` checks them. A file of texts adds its own part with
 * `declare module`; the Russian file is the one that declares.
 */
export interface Catalogue {
  readonly common: typeof common;
  readonly baseErrors: typeof baseErrors;
  readonly changedMeanwhile: typeof changedMeanwhile;
  readonly detectors: typeof detectors;
  readonly errors: typeof errors;
  readonly faults: typeof faults;
  readonly reasons: typeof reasons;
  readonly repositoryFaults: typeof repositoryFaults;
}
