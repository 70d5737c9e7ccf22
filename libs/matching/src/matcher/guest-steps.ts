/**
 * Bounds what the expressions of some owners, the guests, cost a document that is read for others, the hosts. Guests are all owners that
 * are not hosts.
 */
export interface GuestLimit {
  readonly hosts: readonly string[];
  /** Steps of all guests together, after which no expression of theirs is begun. */
  readonly steps: number;
}

/** What expressions cost where there are guests. */
export interface GuestUse {
  /** Steps, by owner, hosts as well; an expression that several owners have is paid by one of them. */
  readonly spent: ReadonlyMap<string, number>;
  /** Owners with an expression that was not begun: what was found for them is not complete. */
  readonly leftOut: ReadonlySet<string>;
}

/** Counts steps in one document, and bounds those of guests. */
export class GuestSteps implements GuestUse {
  readonly spent = new Map<string, number>();
  readonly leftOut = new Set<string>();
  readonly #hosts: ReadonlySet<string>;
  #left: number;

  constructor({ hosts, steps }: GuestLimit) {
    this.#hosts = new Set(hosts);
    this.#left = steps;
  }

  /** Whether an expression of the owner may be begun. */
  allows(owner: string): boolean {
    if (this.#left > 0 || this.#hosts.has(owner)) return true;
    this.leftOut.add(owner);
    return false;
  }

  charge(owner: string, steps: number): void {
    if (steps === 0) return;
    if (!this.#hosts.has(owner)) this.#left -= steps;
    this.spent.set(owner, (this.spent.get(owner) ?? 0) + steps);
  }
}
