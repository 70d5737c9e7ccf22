/**
 * The places of each term in one document. A generation number marks the entries of the current document,
 * so that nothing is cleared between documents. Not safe for two documents at a time: matching is synchronous.
 */
export class TermHits {
  private generation = 0;
  private readonly stamp: Int32Array;
  private readonly slot: Int32Array;
  private readonly kept: readonly number[];
  private readonly starts: number[][] = [];
  private readonly touched: number[] = [];

  /** @param kept by term, how many of its first places are kept */
  constructor(kept: readonly number[]) {
    this.kept = kept;
    this.stamp = new Int32Array(kept.length);
    this.slot = new Int32Array(kept.length);
  }

  /** Begins a new document. */
  begin(): void {
    if (this.generation === 0x7fffffff) {
      this.stamp.fill(0);
      this.generation = 0;
    }
    this.generation++;
    this.touched.length = 0;
  }

  /** Records a place of a term. */
  add(term: number, start: number): void {
    if (this.stamp[term] !== this.generation) this.open(term);
    const starts = this.starts[this.slot[term] ?? 0];
    if (starts !== undefined && starts.length < (this.kept[term] ?? 0)) starts.push(start);
  }

  has(term: number): boolean {
    return this.stamp[term] === this.generation;
  }

  /** First places of a term in the order of the text; as many as are kept may mean that there are more. */
  placesOf(term: number): readonly number[] {
    return this.has(term) ? (this.starts[this.slot[term] ?? 0] ?? []) : [];
  }

  /** The places of some terms, in the order of the text. */
  placesOfAny(terms: readonly number[]): readonly number[] {
    const [only, ...others] = terms;
    if (only !== undefined && others.length === 0) return this.placesOf(only);
    return terms.flatMap((term) => this.placesOf(term)).sort((left, right) => left - right);
  }

  /** True when places of the term may be missing from `placesOf`. */
  isCut(term: number): boolean {
    return this.placesOf(term).length >= (this.kept[term] ?? 0);
  }

  /** Terms found in the document, in the order of their first places. */
  found(): readonly number[] {
    return this.touched;
  }

  private open(term: number): void {
    const slot = this.touched.length;
    this.stamp[term] = this.generation;
    this.slot[term] = slot;
    this.touched.push(term);
    const starts = this.starts[slot];
    if (starts === undefined) this.starts[slot] = [];
    else starts.length = 0;
  }
}
