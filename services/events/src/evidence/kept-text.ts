import { readText } from '@leakwatch/matching';
import type { FoundContent } from './open-content.ts';
import type { Place } from './text-pages.domain.ts';

/** The kept text of a document as UTF-8, and the places of the matches in it, in order and apart. */
export function keptText({ event, content }: Pick<FoundContent, 'event' | 'content'>, bytes: Uint8Array) {
  const places = event.places ?? [];
  if (content.part_start === null) {
    const { utf8, spans } = readText(bytes, places);
    return { utf8, places: spans.filter(({ start, end }) => start < end) };
  }
  const from = content.part_start;
  const inPart = ({ start, end }: Place) => ({ start: Math.max(0, start - from), end: Math.min(bytes.length, end - from) });
  return { utf8: bytes, places: places.map(inPart).filter(({ start, end }) => start < end) };
}
