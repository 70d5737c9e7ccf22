const FIRST_LENGTH = 32;
const CHUNK_BITS = 16;
const CHUNK_LENGTH = 1 << CHUNK_BITS;

/** A list of integers of 32 bits that grows outside of the heap: a text may hold millions, and nothing is copied once there are many. */
export class NumberList {
  readonly #chunks: Int32Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  at(index: number): number {
    return this.#chunks[index >> CHUNK_BITS]?.[index & (CHUNK_LENGTH - 1)] ?? 0;
  }

  push(value: number): void {
    const index = this.#length >> CHUNK_BITS;
    const within = this.#length & (CHUNK_LENGTH - 1);
    let chunk = this.#chunks[index];
    if (chunk === undefined) {
      chunk = new Int32Array(index === 0 ? FIRST_LENGTH : CHUNK_LENGTH);
      this.#chunks.push(chunk);
    } else if (within === chunk.length) {
      const larger = new Int32Array(Math.min(CHUNK_LENGTH, 4 * chunk.length));
      larger.set(chunk);
      this.#chunks[index] = chunk = larger;
    }
    chunk[within] = value;
    this.#length++;
  }
}

/** Spans, two numbers each. */
export class SpanList {
  readonly #numbers = new NumberList();

  get length(): number {
    return this.#numbers.length / 2;
  }

  startOf(index: number): number {
    return this.#numbers.at(2 * index);
  }

  endOf(index: number): number {
    return this.#numbers.at(2 * index + 1);
  }

  add(start: number, end: number): void {
    this.#numbers.push(start);
    this.#numbers.push(end);
  }
}

/** The number of the list whose span at its place stands first, by its beginning and then its end; -1 behind the last of all. */
export function firstOfLists(lists: readonly SpanList[], places: readonly number[]): number {
  let first = -1;
  let [start, end] = [0, 0];
  for (const [number, list] of lists.entries()) {
    const place = places[number] ?? 0;
    if (place >= list.length) continue;
    const ahead = list.startOf(place) - start || list.endOf(place) - end;
    if (first === -1 || ahead < 0) [first, start, end] = [number, list.startOf(place), list.endOf(place)];
  }
  return first;
}
