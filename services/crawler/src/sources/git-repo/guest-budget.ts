import type { DocumentResult, GuestLimit } from '@leakwatch/matching';
import type { FindingBase } from '../../scanning/to-findings.ts';

/** What a pass with guests may spend: guests are tasks of other organisations than the host, whose launch scans. In steps, of which one takes 16 ns at worst. */
export interface GuestBounds {
  /** Of one document. The last expression that is begun may cost more. */
  readonly document: number;
  /** Of one object that is screened; likewise. */
  readonly object: number;
  /** Of the pass; each organisation has the same share. */
  readonly pass: number;
  /** Of the host in the pass: its guests do not wait for more. */
  readonly host: number;
}

/**
 * Four seconds for a document, as one expression of the task itself may take; 16 ms for an object, of which there may be millions; eighteen
 * minutes for a pass, which may scan for four hours, and as much for the host.
 */
export const GUEST_BOUNDS: GuestBounds = { document: 2 ** 28, object: 2 ** 20, pass: 2 ** 36, host: 2 ** 36 };
/** What a finding costs besides its expression: its excerpt, its row and its copy of the document, two milliseconds together. */
const STEPS_A_FINDING = 2 ** 17;

/**
 * Counts what a pass spends on each organisation. A guest that has cost more than its share is to leave it; all of them are when the host has cost more
 * than its bound, since they would wait for it.
 */
export class GuestBudget {
  /** Task ids of the organisation whose launch scans. */
  readonly #hosts: readonly string[];
  #hostSpent = 0;
  readonly #bounds: GuestBounds;
  readonly #share: number;
  /** Organisations, by task. */
  readonly #guestOf: ReadonlyMap<string, string>;
  readonly #spent = new Map<string, number>();
  readonly #toLeave = new Set<string>();
  readonly #left = new Set<string>();

  /** @param tasks all of the pass */
  constructor(host: string, tasks: readonly Pick<FindingBase, 'task_id' | 'organisation_id'>[], bounds = GUEST_BOUNDS) {
    this.#bounds = bounds;
    this.#hosts = tasks.filter((task) => task.organisation_id === host).map((task) => task.task_id);
    const guests = tasks.filter((task) => task.organisation_id !== host);
    this.#guestOf = new Map(guests.map((task) => [task.task_id, task.organisation_id]));
    this.#share = bounds.pass / Math.max(1, new Set(this.#guestOf.values()).size);
  }

  /** For the expressions of guests on one document; undefined where there are none. */
  get matchingLimit(): GuestLimit | undefined {
    return this.#limit(this.#bounds.document);
  }

  /** The same while objects are screened. One that costs more is matched afterwards like any other. */
  get screeningLimit(): GuestLimit | undefined {
    return this.#limit(this.#bounds.object);
  }

  /** Organisations that are to leave the pass. */
  get toLeave(): ReadonlySet<string> {
    return this.#toLeave;
  }

  /** @param taskOf by pattern */
  add(result: DocumentResult | undefined, taskOf: (pattern: string) => string | undefined): void {
    if (result?.outcome !== 'examined' || result.guests === undefined) return;
    this.spend(result.guests.spent);
    for (const { patternId } of result.matches) this.#charge(taskOf(patternId), STEPS_A_FINDING);
    for (const task of result.guests.leftOut) this.#leave(this.#guestOf.get(task));
  }

  /** @param steps by task */
  spend(steps: ReadonlyMap<string, number>): void {
    for (const [task, some] of steps) this.#charge(task, some);
  }

  haveLeft(organisations: Iterable<string>): void {
    for (const organisation of organisations) {
      this.#toLeave.delete(organisation);
      this.#left.add(organisation);
    }
  }

  #limit(steps: number): GuestLimit | undefined {
    return this.#guestOf.size === 0 ? undefined : { hosts: this.#hosts, steps };
  }

  #charge(task: string | undefined, steps: number): void {
    if (task !== undefined && this.#hosts.includes(task)) return this.#chargeHost(steps);
    const guest = this.#guestOf.get(task ?? '');
    if (guest === undefined) return;
    const spent = (this.#spent.get(guest) ?? 0) + steps;
    this.#spent.set(guest, spent);
    if (spent > this.#share) this.#leave(guest);
  }

  #chargeHost(steps: number): void {
    this.#hostSpent += steps;
    if (this.#hostSpent > this.#bounds.host) for (const guest of this.#guestOf.values()) this.#leave(guest);
  }

  #leave(guest: string | undefined): void {
    if (guest !== undefined && !this.#left.has(guest)) this.#toLeave.add(guest);
  }
}
