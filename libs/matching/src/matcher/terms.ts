import { foldedSymbols } from '../text/fold.ts';
import { MAX_SPANS } from './choose-spans.ts';

/**
 * Maximum number of places of a literal around which an expression is searched. With more, the windows would cover nearly
 * the whole document, so the whole document is read.
 */
const MAX_ANCHORS = 4096;

/** What the automaton searches: literals, as plain words or at domain boundaries. Equal ones are shared. */
export class TermRegistry {
  private readonly literals = new Map<string, number>();
  private readonly plain: number[] = [];
  private readonly domains: number[] = [];
  private readonly kept: number[] = [];
  private readonly byteLengths: number[] = [];

  /** @param word not empty */
  addWord(word: string): number {
    return this.addTo(this.plain, word);
  }

  /** @param domain not empty */
  addDomain(domain: string): number {
    return this.addTo(this.domains, domain);
  }

  /** A word of which all places are kept, up to MAX_ANCHORS. */
  addAnchor(word: string): number {
    const term = this.addWord(word);
    this.kept[term] = MAX_ANCHORS;
    return term;
  }

  /** Folded literals, for the automaton, in the order of their numbers. */
  symbols(): readonly string[] {
    return [...this.literals.keys()];
  }

  /** By literal: its term as a plain word, -1 for none. */
  plainTerms(): Int32Array {
    return this.byLiteral(this.plain);
  }

  /** By literal: its term as a domain, -1 for none. */
  domainTerms(): Int32Array {
    return this.byLiteral(this.domains);
  }

  /** By term: how many places are kept. */
  keptPlaces(): readonly number[] {
    return this.kept;
  }

  /** By term: length in bytes, the same everywhere (text/fold.ts). */
  lengths(): readonly number[] {
    return this.byteLengths;
  }

  private addTo(terms: number[], text: string): number {
    const symbols = foldedSymbols(text);
    const literal = this.literals.get(symbols) ?? this.literals.size;
    this.literals.set(symbols, literal);
    const known = terms[literal];
    if (known !== undefined) return known;
    const term = this.kept.length;
    this.kept.push(MAX_SPANS);
    this.byteLengths.push(Buffer.byteLength(text));
    terms[literal] = term;
    return term;
  }

  private byLiteral(terms: readonly number[]): Int32Array {
    return Int32Array.from({ length: this.literals.size }, (_, literal) => terms[literal] ?? -1);
  }
}
