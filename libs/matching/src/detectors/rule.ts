import type { Severity } from '@leakwatch/vocabulary';
import { CHECKS, type Verdict } from './checks/checks.ts';
import { entropyOf, isPlaceholder } from './checks/entropy.ts';
import { type Detector, ENTROPY_MIN } from './detector.ts';
import { behindHead, headOf, tailOf } from './behind-head.ts';
import { maskText } from './mask.ts';

/** What a table looks for: a detector, or an expression that staff wrote. */
export interface Rule {
  readonly id: string;
  readonly severity: Severity;
  readonly expression: string;
  /** As in Detector. Without both, the longest text that every match of the expression holds leads to the matches. */
  readonly marks?: readonly string[] | undefined;
  readonly near?: readonly string[] | undefined;
  readonly find?: Detector['find'];
  /** Where detectors overlap, one counts; the match of an own rule counts by itself. */
  readonly rank: 'vendor' | 'generic' | 'own';
  /** null: this text is no match. */
  readonly judge: (text: string) => Verdict | null;
  readonly mask: (text: string) => string;
}

const markOf = ({ marks = [] }: Detector, text: string): string => marks.find((mark) => text.startsWith(mark)) ?? '';

function judge(detector: Detector, text: string): Verdict | null {
  const verdict = detector.check === undefined ? 'unknown' : CHECKS[detector.check](behindHead(detector, text));
  if (detector.checkRequired === true && verdict !== 'right') return null;
  const { entropy = ENTROPY_MIN } = detector;
  if (entropy === 0) return verdict;
  const random = detector.head === undefined ? text.slice(markOf(detector, text).length) : behindHead(detector, text);
  if (entropyOf(random) < entropy || (detector.checkRequired !== true && isPlaceholder(random))) return null;
  return verdict;
}

/** The rule of a detector of Leakwatch. */
export const ruleOf = (detector: Detector): Rule => ({
  id: detector.id,
  severity: detector.severity,
  expression: detector.expression,
  marks: detector.marks,
  near: detector.near,
  find: detector.find,
  rank: detector.generic === true ? 'generic' : 'vendor',
  judge: (text) => judge(detector, text),
  mask: (text) =>
    detector.head === undefined
      ? maskText(text, detector.mask ?? 'token', markOf(detector, text))
      : maskText(text, 'behind', headOf(detector, text), tailOf(detector, text)),
});

/** An expression of the installation, as it is stored. */
export interface OwnRule {
  readonly id: string;
  readonly severity: Severity;
  readonly expression: string;
}

/** The rule of an expression that staff wrote. */
export const ownRule = ({ id, severity, expression }: OwnRule): Rule => ({
  id,
  severity,
  expression,
  rank: 'own',
  judge: () => 'unknown',
  mask: (text) => maskText(text, 'token', ''),
});
