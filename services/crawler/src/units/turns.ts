import { type Database, SCHEDULER } from '@leakwatch/platform';
import { advanceClock, nextTurns, type Turn } from './turns.store.ts';
import { leaseFirst, type LeasedUnit, type LeasingSource } from './unit.store.ts';

/** Turns that are listed at once: the list takes as long as a hundred leases where 10,000 units are wanted (docs/benchmarks.md, units). */
const TURNS_AT_ONCE = 100;
/** A list is used for so long: an organisation that comes meanwhile waits for the next one. */
const LIST_MS = 1_000;
/** And for so many times as long as it took: workers list turns for a twentieth of their time at most, however many units there are. */
const LIST_TIMES = 20;

/** The turns of one source, as one worker takes them: they are listed from time to time, and each lease takes the next that is still due. */
export class Turns {
  private listed: readonly Turn[] = [];
  private listedUntil = 0;

  constructor(
    private readonly database: Pick<Database, 'inScope'>,
    private readonly source: LeasingSource,
    /** Milliseconds. */
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Leases the unit whose turn it is. Units of `closed` scopes are left out, and those that are `left` to other workers. */
  async lease(closed: readonly string[] = [], left: readonly string[] = []): Promise<LeasedUnit | undefined> {
    const unit = this.now() < this.listedUntil ? await this.leaseListed(closed, left) : undefined;
    if (unit !== undefined) return unit;
    await this.list(closed, left);
    return this.leaseListed(closed, left);
  }

  private async list(closed: readonly string[], left: readonly string[]): Promise<void> {
    const began = performance.now();
    this.listed = await this.database.inScope(SCHEDULER, (em) => nextTurns(em, this.source.kind, TURNS_AT_ONCE, closed, left));
    this.listedUntil = this.now() + Math.max(LIST_MS, LIST_TIMES * (performance.now() - began));
  }

  private async leaseListed(closed: readonly string[], left: readonly string[]): Promise<LeasedUnit | undefined> {
    if (this.listed.length === 0) return undefined;
    const ids = this.listed.map(({ id }) => id);
    const [unit, at] = await this.database.inScope(SCHEDULER, async (em) => {
      const first = await leaseFirst(em, this.source, ids, closed, left);
      const place = first === undefined ? ids.length : ids.indexOf(first.id);
      const turn = this.listed[place];
      if (turn !== undefined) await advanceClock(em, this.source.kind, turn);
      return [first, place];
    });
    this.listed = this.listed.slice(at + 1);
    return unit;
  }
}
