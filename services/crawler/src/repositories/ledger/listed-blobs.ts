/** Blobs that are remembered, some 150 bytes each. The database is asked for those behind them. */
const REMEMBERED = 100_000;

/** What a batch of introductions has brought into the ledger, or has found there. */
export interface AddedBlobs {
  /** File names of first introductions, by object id. */
  readonly names: ReadonlyMap<string, string>;
  readonly further: readonly Named[];
}

interface Named {
  readonly oid: string;
  readonly name: string;
}

const keyOf = ({ oid, name }: Named): string => `${oid} ${name}`;

/**
 * What a listing knows of the ledger that it writes. A history introduces one blob of ten more than once, and all that a first listing introduces
 * is new: the database need not be asked for either.
 */
export class ListedBlobs {
  readonly #names = new Map<string, string>();
  readonly #further = new Set<string>();
  readonly #most: number;
  #isWhole: boolean;

  /** @param isWhole the ledger is empty, and nobody else writes it meanwhile */
  constructor(isWhole: boolean, most = REMEMBERED) {
    this.#isWhole = isWhole;
    this.#most = most;
  }

  /** A blob that is not remembered is not in the ledger. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** The name under which a blob was introduced first; undefined where the blob is not remembered. */
  nameOf(oid: string): string | undefined {
    return this.#names.get(oid);
  }

  isFurther(named: Named): boolean {
    return this.#further.has(keyOf(named));
  }

  /** To be called when what was added is committed: a transaction may run again. */
  remember({ names, further }: AddedBlobs): void {
    for (const [oid, name] of names) this.#take(() => this.#names.set(oid, name));
    for (const named of further) this.#take(() => this.#further.add(keyOf(named)));
  }

  #take(add: () => void): void {
    if (this.#names.size + this.#further.size < this.#most) add();
    else this.#isWhole = false;
  }
}
