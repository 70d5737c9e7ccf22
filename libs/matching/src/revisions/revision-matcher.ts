import { isAscii } from 'node:buffer';
import { literalStands, type OnHead, scanHeads } from '../automaton/scan.ts';
import type { CompiledPatterns } from '../matcher/compiled-patterns.ts';
import type { ExamineOptions } from '../matcher/examined.ts';
import { GuestSteps, type GuestUse } from '../matcher/guest-steps.ts';
import { closedAreas, decodedInWide, decodedViews, findStretches, stretchesIn, withDecoded } from '../encoded/encoded-stretches.ts';
import type { EncodedStretch, StretchList } from '../encoded/stretch-list.ts';
import { pagesOf } from '../pages/page-views.ts';
import { type StepLimits, stepLimits } from '../expressions/step-budget.ts';
import { bytesAsText } from '../text/text-view.ts';
import { ownReading, readingsOf } from '../text/readings.ts';
import { eachOnce, type Span, within } from '../text/spans.ts';
import type { TextView } from '../text/views.ts';
import type { CopiedRanges } from './copied-ranges.ts';
import { copiedStretches } from './copied-stretches.ts';
import type { KnownText } from './known-text.ts';
import { MAX_MATCHES } from '../matcher/unled-expressions.ts';
import { keyOf, LiteralPlaces } from './literal-places.ts';
import { NewText, SEPARATOR } from './new-text.ts';
import { aroundSingleBytes, hasHeadIn } from './single-bytes.ts';

const LINE_FEED = 0x0a;
/** With more places than this in a document, its revisions are scanned whole: following the places would cost more. */
const MAX_PLACES = 4096;
/** The same for encoded stretches that concern patterns. */
const MAX_STRETCHES = 1024;
/** Shorter documents are scanned in less time than they are looked up. */
const SEEN_BYTES = 512;

/** The stretches of which something is so; one more than counts, where there are many. */
function firstOf(stretches: StretchList, is: (stretch: EncodedStretch) => boolean): readonly EncodedStretch[] {
  const found: EncodedStretch[] = [];
  for (const stretch of stretches) {
    if (found.length > MAX_STRETCHES) break;
    if (is(stretch)) found.push(stretch);
  }
  return found;
}

/** The base of a revision: where literals are in it, and what the revision has in common with it. */
export interface KnownBase {
  readonly places: LiteralPlaces;
  readonly copies: CopiedRanges;
}

/** How a document is read: where its text begins, behind a byte order mark. */
interface Reading {
  readonly begin: number;
  readonly options: ExamineOptions;
  readonly guests: GuestSteps | undefined;
}

export interface RevisionResult {
  /** `CompiledPatterns.concerns`. */
  readonly concerns: boolean;
  /** For documents of which this one is the base; undefined where they must be scanned whole. */
  readonly places: LiteralPlaces | undefined;
  /** Where the guests have a limit. */
  readonly guests: GuestUse | undefined;
}

/**
 * Decides whether documents concern patterns, where many are revisions of one another: of a revision only what is new is scanned, and
 * the literals in what is not are taken over from its base. The answer is the same as that of a scan of the whole document.
 */
export class RevisionMatcher {
  readonly #compiled: CompiledPatterns;
  readonly #literals: number;
  readonly #newText = new NewText();
  readonly #canJoin: boolean;
  /** Bytes around an edit that are scanned for literals. */
  readonly #reach: number;
  /** Some expression must see whole documents. */
  readonly #readsWhole: boolean;
  readonly #none: LiteralPlaces;
  readonly #knownText: KnownText | undefined;

  /** @param knownText of these patterns, and of no others: what it has is not scanned again. The options of `examine` are the same for all of its documents. */
  constructor(compiled: CompiledPatterns, knownText?: KnownText) {
    const { automaton, unled } = compiled;
    this.#compiled = compiled;
    this.#reach = automaton.longestHeadBytes;
    this.#readsWhole = unled.longestMatch === Infinity;
    this.#literals = Math.max(1, automaton.symbols.length);
    this.#canJoin = automaton.classes.ofByte[SEPARATOR] === 0;
    this.#none = new LiteralPlaces([], this.#literals);
    // Nothing that is looked for is in two chunks: those that were known in different documents can be one copied range.
    const isOfLines = automaton.classes.ofByte[LINE_FEED] === 0 && (unled.reach === 0 || unled.isOfAsciiLines);
    this.#knownText = this.#canJoin && isOfLines ? knownText : undefined;
  }

  /** Synchronous. @throws Stopped */
  examine(bytes: Uint8Array, base: KnownBase | undefined, options: ExamineOptions = {}): RevisionResult {
    const guests = options.guests && new GuestSteps(options.guests);
    const around = aroundSingleBytes(bytes, this.#compiled.automaton.longestHeadBytes);
    if (around !== undefined) return this.#examineSingleBytes(bytes, base, around, options, guests);
    const views = readingsOf(bytes);
    const [own] = views;
    // Where the text is not the bytes themselves, an edit can change how all of them are read.
    const isItself = own?.encoding === 'utf-8' || own?.encoding === 'binary';
    const places = isItself ? this.#placesIn(bytes, base, { begin: own.toOriginal(0), options, guests }) : undefined;
    if (own === undefined || places === undefined)
      return { concerns: this.#whole(withDecoded(views, bytes), options, guests), places, guests };
    const decoded = [...decodedViews(bytesAsText('binary', bytes), places.encoded), ...decodedInWide(views), ...pagesOf(own, bytes)];
    const runsUnled = this.#readsWhole || places.matches.length > 0 || views.length > 1 || this.#isUnledIn(decoded, options, guests);
    if (!runsUnled && places.count === 0 && decoded.length === 0) return { concerns: false, places, guests };
    const all = [...views, ...decoded];
    const eachHead = (onHead: OnHead) => places.report(own.toOriginal(0), onHead);
    return { concerns: this.#compiled.concerns(all, eachHead, limitsOf(all, options), options, guests, runsUnled), places, guests };
  }

  /**
   * A document of ASCII with some bytes in a single-byte encoding, perhaps in several. Where no literal begins in its bytes as they are, none is in
   * ASCII in any encoding; what holds other letters is around these bytes. Only where one is, the document is read in each encoding.
   */
  #examineSingleBytes(
    bytes: Uint8Array,
    base: KnownBase | undefined,
    around: readonly Span[],
    options: ExamineOptions,
    guests: GuestSteps | undefined,
  ): RevisionResult {
    const { automaton, unled } = this.#compiled;
    const places = this.#placesIn(bytes, base, { begin: 0, options, guests });
    // Expressions read the text in each encoding.
    const isOfNone =
      unled.longestMatch === 0 &&
      places?.count === 0 &&
      places.encoded.length === 0 &&
      !hasHeadIn(automaton, bytes, around) &&
      !this.#holdLiterals(pagesOf(ownReading(bytes), bytes));
    return { concerns: !isOfNone && this.#whole(withDecoded(readingsOf(bytes), bytes), options, guests), places, guests };
  }

  #whole(views: readonly TextView[], options: ExamineOptions, guests: GuestSteps | undefined): boolean {
    const eachHead = (onHead: OnHead) => scanHeads(this.#compiled.automaton, views[0]?.utf8 ?? NOTHING, onHead);
    return this.#compiled.concerns(views, eachHead, limitsOf(views, options), options, guests);
  }

  /** undefined when there are too many. */
  #placesIn(bytes: Uint8Array, base: KnownBase | undefined, reading: Reading): LiteralPlaces | undefined {
    const { automaton } = this.#compiled;
    const keys: number[] = [];
    const add: OnHead = (literal, start) => {
      if (keys.length <= MAX_PLACES) keys.push(keyOf(literal, start, this.#literals));
    };
    const isRevision = base !== undefined && this.#canJoin && !base.copies.isCut && this.#newText.collect(bytes, base.copies, this.#reach);
    const seen = isRevision ? undefined : this.#seenIn(bytes, reading);
    const known = isRevision ? base : seen?.base;
    if (known !== undefined) {
      known.places.addCopied(keys, known.copies, automaton.headBytes, MAX_PLACES);
      const { text } = this.#newText;
      scanHeads(automaton, text, (literal, start) => add(literal, this.#newText.placeOf(start)));
    } else scanHeads(automaton, bytes, add);
    if (keys.length > MAX_PLACES) return undefined;
    const encoded = this.#encodedIn(bytes, known, reading);
    if (encoded.length > MAX_STRETCHES) return undefined;
    const matches = this.#matchesIn(bytes, known, reading);
    if (matches === undefined) return undefined;
    const isFree = keys.length + encoded.length + matches.length === 0;
    const places = isFree ? this.#none : new LiteralPlaces(keys, this.#literals, encoded, matches);
    seen?.text.keep((start, end) => isFree || places.isFree(start - this.#reach, end));
    return places;
  }

  /** Text that was scanned before, in whichever documents: `base` where it is so much that only the rest is scanned. */
  #seenIn(bytes: Uint8Array, { guests }: Reading): { readonly text: KnownText; readonly base: KnownBase | undefined } | undefined {
    const text = this.#knownText;
    // What an expression of guests did not find may be what they had no steps left for.
    if (text === undefined || bytes.length < SEEN_BYTES || (guests !== undefined && this.#compiled.unled.reach > 0)) return undefined;
    text.lookUp(bytes);
    const { copies } = text;
    const isEnough = copies.count > 0 && !copies.isCut && this.#newText.collect(bytes, copies, this.#reach);
    return { text, base: isEnough ? { places: this.#none, copies } : undefined };
  }

  /** `UnledExpressions.matchesIn`: of a revision in what is new, and at its ends, where `^` and `$` match. */
  #matchesIn(bytes: Uint8Array, base: KnownBase | undefined, { begin, options, guests }: Reading): readonly Span[] | undefined {
    const { unled } = this.#compiled;
    if (unled.reach === 0) return [];
    const [first, last] = [begin + unled.reach, bytes.length - unled.reach];
    // The pieces have what literals need around an edit.
    const more = Math.max(0, unled.reach - this.#reach);
    const pieces = () => this.#newText.pieces().map(({ start, end }) => ({ start: start - more, end: end + more }));
    const edited = () => [{ start: begin, end: first }, ...pieces(), { start: last, end: bytes.length }];
    const parts = base === undefined ? [{ start: begin, end: bytes.length }] : within(edited(), begin, bytes.length);
    const fresh = unled.matchesIn(bytes, parts, limitsFor(bytes.length, options), options, guests);
    if (fresh === undefined) return undefined;
    const all = eachOnce([...(base?.places.copiedMatches(base.copies, MAX_MATCHES) ?? []), ...fresh]);
    return all.length > MAX_MATCHES ? undefined : all;
  }

  /** @param base when `#newText` has what is new */
  #encodedIn(bytes: Uint8Array, base: KnownBase | undefined, reading: Reading): readonly EncodedStretch[] {
    if (base === undefined) return this.#ofConcern(bytes, findStretches(bytes), reading);
    // A stretch at an end of the base may go on in the revision, or be cut there, without any new byte.
    const ends = [0, bytes.length].map((at) => ({ start: at, end: at }));
    const areas = closedAreas(bytes, [...ends.slice(0, 1), ...this.#newText.pieces(), ...ends.slice(1)]);
    const copied = copiedStretches(base.places.encoded, base.copies, areas);
    const fresh = stretchesIn(bytes, areas);
    if (copied.length + fresh.length === 0) return copied;
    const isJoined = this.#compiled.joinsLines && this.#concernStretches(bytes, [...copied, ...fresh], reading);
    // A match may go on in a stretch of the base that was of no concern.
    return isJoined ? this.#ofConcern(bytes, findStretches(bytes), reading) : [...copied, ...this.#ofConcern(bytes, fresh, reading)];
  }

  /**
   * The stretches that hold text with a literal or a match of an expression that no literal leads to, or all where a match may be in several; and
   * those with letters beyond ASCII, which are other letters in a revision with another encoding.
   */
  #ofConcern(bytes: Uint8Array, stretches: StretchList, reading: Reading): readonly EncodedStretch[] {
    const isOther = ({ start, end }: EncodedStretch): boolean => !isAscii(bytes.subarray(start, end));
    const holds = (stretch: EncodedStretch): boolean => this.#concernStretches(bytes, [stretch], reading);
    const { joinsLines, unled } = this.#compiled;
    if (stretches.length === 0) return [];
    if (unled.longestMatch > 0 && (this.#readsWhole || !unled.isOfAsciiLines)) return firstOf(stretches, () => true);
    // Most documents have none: one look at all of their stretches shows it.
    if (!this.#concernStretches(bytes, stretches, reading)) return firstOf(stretches, isOther);
    return firstOf(stretches, (stretch) => joinsLines || isOther(stretch) || holds(stretch));
  }

  #concernStretches(
    bytes: Uint8Array,
    stretches: StretchList | readonly EncodedStretch[],
    { options, guests }: Pick<Reading, 'options' | 'guests'>,
  ): boolean {
    const views = decodedViews(bytesAsText('binary', bytes), stretches);
    return this.#holdLiterals(views) || this.#isUnledIn(views, options, guests);
  }

  #isUnledIn(views: readonly TextView[], options: ExamineOptions, guests: GuestSteps | undefined): boolean {
    const { unled } = this.#compiled;
    if (unled.reach === 0) return false;
    return views.some(({ utf8 }) => {
      const whole = [{ start: 0, end: utf8.length }];
      return unled.matchesIn(utf8, whole, limitsFor(utf8.length, options), options, guests)?.length !== 0;
    });
  }

  #holdLiterals(views: readonly TextView[]): boolean {
    const { automaton } = this.#compiled;
    let isOfConcern = false;
    for (const { utf8 } of views) {
      scanHeads(automaton, utf8, (literal, start) => {
        isOfConcern ||= literalStands(automaton, literal, utf8, start);
      });
    }
    return isOfConcern;
  }
}

const NOTHING = new Uint8Array(0);
const limitsFor = (length: number, { limits }: ExamineOptions): StepLimits => limits ?? stepLimits(length);
const limitsOf = (views: readonly TextView[], options: ExamineOptions) =>
  limitsFor(
    views.reduce((sum, { utf8 }) => sum + utf8.length, 0),
    options,
  );
