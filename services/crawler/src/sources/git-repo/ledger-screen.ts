import { join } from 'node:path';
import { fileNameTest, type PatternSet, readPattern } from '@leakwatch/matching';
import { type Database, SCHEDULER } from '@leakwatch/platform';
import type { Pattern } from '@leakwatch/vocabulary';
import { ledgerOids, type LedgerPage, type LedgerPart } from '../../repositories/ledger/ledger-rows.store.ts';
import { ObjectNames } from '../../repositories/packs/object-names.ts';
import type { DueFor } from '../../scanning/due-patterns.ts';
import { type ScreenedBlobs, screenObjects } from '../../screening/screen-objects.ts';
import type { GuestBudget } from './guest-budget.ts';

/** The mirror whose ledger is scanned. */
export interface ScreenedMirror {
  readonly mirrorId: string;
  readonly directory: string;
}

/** What a scan matches, and up to where it has: `marks` by pattern, when the scan began. */
export interface ScanView {
  readonly set: PatternSet;
  readonly patterns: ReadonlyMap<string, Pattern>;
  readonly marks: ReadonlyMap<string, bigint>;
  readonly dueFor: DueFor;
  /** Blobs that were screened for every pattern of the set while the mirror was listed. */
  readonly ahead?: Promise<ScreenedBlobs | undefined> | undefined;
  readonly guests?: GuestBudget | undefined;
}

/** Blobs that are screened at once: their names, and the trees that hold them, are in memory meanwhile, 60 bytes each. */
const AT_ONCE = 200_000;
/** With fewer, git has read them before the packs' indexes are. */
const LEAST = 64;
const PAGE = 10_000;
/** Screening of AT_ONCE blobs. A repository that is made to be slow goes on through git, which commits its progress. */
const SCREENING_MS = 20 * 60_000;
const LAST_ORDINAL = 9_223_372_036_854_775_807n;

/** The blobs up to `to` that were screened. */
interface Screened {
  readonly to: bigint;
  readonly blobs?: ScreenedBlobs;
  /** The patterns for which screening ended early, because guests cost too much; once they have left, it begins again. */
  readonly endedFor?: ReadonlySet<string> | 'all' | undefined;
}

/** Finds blobs of a ledger, in its order, that need not be read. */
export class LedgerScreen {
  readonly #database: Database;
  readonly #stream: ScreenedMirror;
  readonly #view: ScanView;
  readonly #signal: AbortSignal;
  readonly #deadline: number;
  readonly #levels: readonly bigint[];
  /** undefined where no pattern asks for a file name alone. */
  readonly #isWantedByName: ((path: string) => boolean) | undefined;
  #screened: Screened;

  /** @param deadline by `performance.now()` */
  constructor(database: Database, stream: ScreenedMirror, view: ScanView, from: bigint, signal: AbortSignal, deadline: number) {
    this.#database = database;
    this.#stream = stream;
    this.#view = view;
    this.#signal = signal;
    this.#deadline = deadline;
    this.#levels = [...new Set(view.marks.values())];
    const names = [...view.patterns.values()].flatMap(fileNamesAlone);
    this.#isWantedByName = names.length === 0 ? undefined : fileNameTest(names);
    this.#screened = { to: from };
  }

  /** Pages need paths. */
  get asksForNames(): boolean {
    return this.#isWantedByName !== undefined;
  }

  /** Says of each row of the next page with 1 that it need not be read: no pattern that it has to meet can match it. */
  async passOver(page: LedgerPage): Promise<Uint8Array> {
    const ahead = await this.#view.ahead;
    const passed = new Uint8Array(page.ordinals.length);
    for (const [at, ordinal] of page.ordinals.entries()) {
      // Most are known, and there are many: nothing is awaited for them.
      const known = this.#isPassed(page, at, ordinal, ahead);
      passed[at] = Number(known ?? (await this.#isClean(page, at, ordinal)));
    }
    return passed;
  }

  /** undefined for a blob that was not screened ahead. */
  #isPassed(page: LedgerPage, at: number, position: bigint, ahead: ScreenedBlobs | undefined): boolean | undefined {
    if (page.isFurther[at] === 1) return this.#view.dueFor({ position, onlyByFileName: true })?.size === 0;
    if (this.#isWantedByName?.(page.paths?.[at] ?? '') === true) return false;
    return isClean(ahead, page, at);
  }

  async #isClean(page: LedgerPage, at: number, position: bigint): Promise<boolean> {
    const { to, endedFor } = this.#screened;
    if (position > to || (endedFor !== undefined && endedFor !== this.#dueAt(position)))
      this.#screened = await this.#screenFrom(position - 1n);
    return isClean(this.#screened.blobs, page, at) ?? false;
  }

  #dueAt(position: bigint): ReadonlySet<string> | 'all' {
    return this.#view.dueFor({ position, onlyByFileName: false }) ?? 'all';
  }

  /** Screens the next blobs; all of them have to meet the same patterns. */
  async #screenFrom(after: bigint): Promise<Screened> {
    const level = this.#levels.filter((mark) => mark > after).reduce((least, mark) => (mark < least ? mark : least), LAST_ORDINAL);
    const parts = await this.#parts(after, level);
    const to = BigInt(parts.at(-1)?.last ?? after + 1n);
    const each = (parts[0]?.oids.length ?? 0) / (parts[0]?.count ?? 1);
    // Names of two kinds, where another repository came to the address, are read without a screening.
    if ((each !== 20 && each !== 32) || parts.some(({ oids, count }) => oids.length !== count * each)) return { to };
    const oids = withoutThose(Buffer.concat(parts.map((part) => part.oids)), each, await this.#view.ahead);
    if (oids.length < LEAST * each) return { to };
    const { directory } = this.#stream;
    const { set, guests } = this.#view;
    const due = this.#dueAt(after + 1n);
    let endedFor: Screened['endedFor'];
    const clean = await screenObjects({
      set,
      only: due === 'all' ? undefined : due,
      guests: guests?.screeningLimit,
      onSpent: (spent) => {
        guests?.spend(spent);
        if (guests === undefined || guests.toLeave.size === 0) return true;
        endedFor = due;
        return false;
      },
      objects: join(directory, 'objects'),
      oids,
      each,
      until: Math.min(this.#deadline, performance.now() + SCREENING_MS),
      signal: this.#signal,
    });
    return { to, blobs: { names: new ObjectNames(oids, each), clean }, endedFor };
  }

  async #parts(after: bigint, upTo: bigint): Promise<readonly LedgerPart[]> {
    const parts: LedgerPart[] = [];
    let from = String(after);
    for (let count = 0; count < AT_ONCE; ) {
      this.#signal.throwIfAborted();
      const part = await this.#database.inScope(SCHEDULER, (em) => ledgerOids(em, this.#stream.mirrorId, from, String(upTo), PAGE));
      if (part === undefined) break;
      parts.push(part);
      count += part.count;
      from = part.last;
    }
    return parts;
  }
}

/** undefined for a blob that was not screened. */
function isClean(screened: ScreenedBlobs | undefined, { oids }: LedgerPage, at: number): boolean | undefined {
  if (screened === undefined || oids?.each !== screened.names.each) return undefined;
  const number = screened.names.find(oids.bytes, at * oids.each);
  return number === -1 ? undefined : screened.clean[number] === 1;
}

function withoutThose(oids: Buffer, each: number, screened: ScreenedBlobs | undefined): Buffer {
  if (screened?.names.each !== each) return oids;
  const left: Buffer[] = [];
  for (let at = 0; at < oids.length; at += each) if (screened.names.find(oids, at) === -1) left.push(oids.subarray(at, at + each));
  return Buffer.concat(left);
}

/** File names for which a pattern asks that asks for nothing else. */
function fileNamesAlone({ kind, text }: Pattern): readonly string[] {
  const read = readPattern(kind, text);
  return read.shape === 'terms' && read.domain === null && read.words.length === 0 ? read.fileNames : [];
}
