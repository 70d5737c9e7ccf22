import { join } from 'node:path';
import { fileNameTest, type PatternSet, readPattern } from '@leakwatch/matching';
import { type Database, SCHEDULER } from '@leakwatch/platform';
import type { Pattern } from '@leakwatch/vocabulary';
import { type LedgerBlob, ledgerOids, type LedgerPart } from '../../repositories/ledger/blob-ledger.store.ts';
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
  readonly #isWantedByName: (path: string) => boolean;
  #screened: Screened;

  /** @param deadline by `performance.now()` */
  constructor(database: Database, stream: ScreenedMirror, view: ScanView, from: bigint, signal: AbortSignal, deadline: number) {
    this.#database = database;
    this.#stream = stream;
    this.#view = view;
    this.#signal = signal;
    this.#deadline = deadline;
    this.#levels = [...new Set(view.marks.values())];
    this.#isWantedByName = fileNameTest([...view.patterns.values()].flatMap(fileNamesAlone));
    this.#screened = { to: from };
  }

  /** Those of the next blobs that need not be read: no pattern that they have to meet can match them. */
  async passOver(blobs: readonly LedgerBlob[]): Promise<ReadonlySet<LedgerBlob>> {
    const ahead = await this.#view.ahead;
    const passed = new Set<LedgerBlob>();
    // Most are known, and there are many: nothing is awaited for them.
    for (const blob of blobs) if (this.#isPassed(blob, ahead) ?? (await this.#isClean(blob))) passed.add(blob);
    return passed;
  }

  /** undefined for a blob that was not screened ahead. */
  #isPassed(blob: LedgerBlob, ahead: ScreenedBlobs | undefined): boolean | undefined {
    if (blob.name !== '') return this.#view.dueFor({ position: BigInt(blob.ordinal), onlyByFileName: true })?.size === 0;
    if (this.#isWantedByName(blob.path)) return false;
    return isClean(ahead, Buffer.from(blob.oid, 'hex'));
  }

  async #isClean({ ordinal, oid }: LedgerBlob): Promise<boolean> {
    const position = BigInt(ordinal);
    const { to, endedFor } = this.#screened;
    if (position > to || (endedFor !== undefined && endedFor !== this.#dueAt(position)))
      this.#screened = await this.#screenFrom(position - 1n);
    return isClean(this.#screened.blobs, Buffer.from(oid, 'hex')) ?? false;
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
function isClean(screened: ScreenedBlobs | undefined, oid: Buffer): boolean | undefined {
  if (screened === undefined || oid.length !== screened.names.each) return undefined;
  const number = screened.names.find(oid, 0);
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
