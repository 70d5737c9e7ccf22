import type { KeyRing } from '../crypto/keys.ts';
import type { Scope } from '../orm/scope.ts';

/** A column of bytes that a Vault sealed. */
export interface SealedColumn {
  /** `<schema>.<table>`. */
  readonly table: string;
  /** Its primary key, a uuid; `context` is made of it. */
  readonly id: string;
  readonly column: string;
  readonly context: (id: string) => string;
  /** Sees every row. */
  readonly scope: Scope;
}

/** What a service encrypts at rest. */
export interface Sealing<S> {
  // A method, so that a definition fits where any service will do.
  keys(settings: S): KeyRing;
  readonly columns: readonly SealedColumn[];
}
