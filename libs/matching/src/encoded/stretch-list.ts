import type { Span } from '../text/spans.ts';
import type { Coding } from '../text/views.ts';
import { firstOfLists, SpanList } from './number-list.ts';

/** A part of a text in which something may be encoded. */
export interface EncodedStretch extends Span {
  readonly coding: Exclude<Coding, 'html'>;
}

export const CODINGS = ['base64', 'percent', 'entity', 'unicode', 'composed'] as const satisfies readonly EncodedStretch['coding'][];

/** Stretches of a text, of which those of one kind are added in their order: two numbers each, since a page may have millions. */
export class StretchList implements Iterable<EncodedStretch> {
  readonly #ofKind: Readonly<Record<EncodedStretch['coding'], SpanList>> = {
    base64: new SpanList(),
    percent: new SpanList(),
    entity: new SpanList(),
    unicode: new SpanList(),
    composed: new SpanList(),
  };

  /** @param stretches in any order */
  static from(stretches: readonly EncodedStretch[]): StretchList {
    const list = new StretchList();
    for (const { coding, start, end } of stretches.toSorted((left, right) => left.start - right.start)) list.add(coding, start, end);
    return list;
  }

  get length(): number {
    return CODINGS.reduce((sum, coding) => sum + this.#ofKind[coding].length, 0);
  }

  add(coding: EncodedStretch['coding'], start: number, end: number): void {
    this.#ofKind[coding].add(start, end);
  }

  /** By their beginnings, then by their ends. */
  *[Symbol.iterator](): IterableIterator<EncodedStretch> {
    const codings = CODINGS.filter((coding) => this.#ofKind[coding].length > 0);
    const lists = codings.map((coding) => this.#ofKind[coding]);
    const places = lists.map(() => 0);
    for (let first = firstOfLists(lists, places); first !== -1; first = firstOfLists(lists, places)) {
      const [coding, list, place = 0] = [codings[first], lists[first], places[first]];
      if (coding === undefined || list === undefined) return;
      yield { coding, start: list.startOf(place), end: list.endOf(place) };
      places[first] = place + 1;
    }
  }
}
