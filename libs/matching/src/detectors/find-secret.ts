import { RE2JS } from 're2js';
import { type Detector, DETECTORS } from './detectors.ts';

const SECRET_HOLDERS = DETECTORS.filter(({ holdsSecret }) => holdsSecret);
/** One search for all marks: nearly every text contains none of them. */
const ANY_MARK = new RegExp(
  SECRET_HOLDERS.flatMap(({ marks }) => marks.map((mark) => mark.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))).join('|'),
);
const engines = new Map<string, RE2JS>();

function engineOf(detector: Detector): RE2JS {
  const known = engines.get(detector.id);
  if (known !== undefined) return known;
  const made = RE2JS.compile(detector.expression);
  engines.set(detector.id, made);
  return made;
}

/** Whether the text contains the detector's format. */
export const detects = (detector: Detector, text: string): boolean =>
  detector.marks.some((mark) => text.includes(mark)) && engineOf(detector).test(text);

/**
 * The id of the detector that recognises a real credential in the text, or null. A pattern that holds one is refused:
 * searching a public source for it would leak it.
 */
export const findSecret = (text: string): string | null =>
  ANY_MARK.test(text) ? (SECRET_HOLDERS.find((detector) => detects(detector, text))?.id ?? null) : null;
