import type { Detector } from './detector.ts';

type Headed = Pick<Detector, 'head' | 'tail'>;

/** What ends a value: a quote, which may be escaped, or the end of a tag. */
const CLOSES = /(?:\\{0,3}["'`»]|<\/)$/;

/** What of a match is shown before the secret. */
export const headOf = ({ head }: Headed, text: string): string => head?.exec(text)?.[0] ?? '';

/** What of a match is shown behind the secret. */
export const tailOf = ({ tail = CLOSES }: Headed, text: string): string => tail.exec(text)?.[0] ?? '';

/** The secret of a match of a detector with a head; the whole match without one. */
export function behindHead(detector: Headed, text: string): string {
  if (detector.head === undefined) return text;
  return text.slice(headOf(detector, text).length, text.length - tailOf(detector, text).length);
}
