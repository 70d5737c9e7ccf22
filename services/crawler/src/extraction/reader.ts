/**
 * Why a part of a document is not read.
 * - encrypted: it needs a password
 * - damaged: it is not what its first bytes say, or is cut
 * - over_bound: it is larger, deeper or slower than the bounds allow
 * - not_supported: there is no reader of its format
 * - interrupted: the processes that read the document were ended from outside; it is read again later
 */
export const UNREADABLE = ['encrypted', 'damaged', 'over_bound', 'not_supported', 'interrupted'] as const;
export type UnreadableReason = (typeof UNREADABLE)[number];

export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason) {
    super(reason);
    this.reason = reason;
  }
}

/** A text or a file inside a document. */
export interface Part {
  /** Name within the document, as its format gives it. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** It is text, whatever its first bytes look like. */
  readonly isText?: true;
  /** It holds the macros of the file itself, in a format of their own, and is as deep as the file. */
  readonly isMacros?: true;
}
/** A part that exists and is not read. */
export interface UnreadPart {
  readonly path: string;
  readonly reason: UnreadableReason;
}

/** Bytes and parts that a document may still bring forth. Every reader takes from it before it keeps anything. */
export class Budget {
  private bytesLeft: number;
  private partsLeft: number;
  private roundsLeft: number;

  constructor(bounds: { readonly bytes: number; readonly parts: number; readonly rounds?: number }) {
    this.bytesLeft = bounds.bytes;
    this.partsLeft = bounds.parts;
    this.roundsLeft = bounds.rounds ?? 0;
  }

  /** Bytes that may still be unpacked. */
  get bytes(): number {
    return this.bytesLeft;
  }

  /** @throws Unreadable over_bound */
  takeBytes(count: number): void {
    this.bytesLeft -= count;
    if (this.bytesLeft < 0) throw new Unreadable('over_bound');
  }

  /** Hashes of passwords. What needs more than are left takes none: a file that needs fewer can still be tried. @throws Unreadable over_bound */
  takeRounds(count: number): void {
    if (count > this.roundsLeft) throw new Unreadable('over_bound');
    this.roundsLeft -= count;
  }

  /** @throws Unreadable over_bound */
  takePart(): void {
    this.partsLeft -= 1;
    if (this.partsLeft < 0) throw new Unreadable('over_bound');
  }
}

/** Reads the parts of one format. Throws Unreadable; any other error counts as damaged. */
export type Reader = (bytes: Uint8Array, budget: Budget, path: string) => AsyncIterable<Part | UnreadPart>;

export const textPart = (path: string, text: string): Part => ({ path, bytes: Buffer.from(text), isText: true });

/** What was unpacked; of damaged content its beginning. */
export interface Unpacked {
  readonly bytes: Uint8Array;
  readonly isDamaged: boolean;
}

/** The part of a compressed file. @throws Unreadable damaged, behind what could be read */
export function* partOf(path: string, { bytes, isDamaged }: Unpacked): Iterable<Part> {
  if (bytes.byteLength > 0 || !isDamaged) yield { path, bytes };
  if (isDamaged) throw new Unreadable('damaged');
}

/** The files of an archive that is an office file. */
export interface OfficeFiles {
  readonly names: readonly string[];
  readonly has: (name: string) => boolean;
  readonly read: (name: string) => Uint8Array | undefined;
}
