import { detectorKind, SEVERITIES, type Severity } from '@leakwatch/vocabulary';
import type { Detected, Found } from './detector-table.ts';

/** Masked values of one detector that are kept: a title shows one, a list says that there are more. */
export const MASKED_MAX = 3;
/** So many different numbers of people in one text are a list of them. */
export const PEOPLE_OF_A_LIST = 10;

/** What one detector found in a text. */
export interface FoundToken {
  readonly detector: string;
  readonly severity: Severity;
  /** Different values. */
  readonly count: number;
  readonly masked: readonly string[];
}

export interface Summary {
  /** The worst first. */
  readonly tokens: readonly FoundToken[];
  /** null where nothing was found. */
  readonly severity: Severity | null;
}

const rankOf = (severity: Severity): number => SEVERITIES.indexOf(severity);
const worst = (severities: readonly Severity[]): Severity | null => SEVERITIES.find((severity) => severities.includes(severity)) ?? null;

function tokenOf(text: string, found: readonly [Found, ...Found[]]): FoundToken {
  const [first] = found;
  const { detector } = first;
  const values = new Map(found.map((one) => [text.slice(one.start, one.end), one.masked]));
  const own = worst(found.map(({ severity }) => severity)) ?? first.severity;
  const isList = values.size >= PEOPLE_OF_A_LIST && detectorKind(detector) === 'personal';
  const severity = isList ? (SEVERITIES[Math.max(0, rankOf(own) - 1)] ?? own) : own;
  return { detector, severity, count: values.size, masked: [...new Set(values.values())].slice(0, MASKED_MAX) };
}

/** What a text holds, by detector: the rule of severity (docs/behaviour/detectors.md). */
export function summarise(text: string, { found }: Detected): Summary {
  const byDetector = new Map<string, [Found, ...Found[]]>();
  for (const one of found) {
    const known = byDetector.get(one.detector);
    if (known === undefined) byDetector.set(one.detector, [one]);
    else known.push(one);
  }
  const tokens = [...byDetector.values()].map((group) => tokenOf(text, group));
  tokens.sort((left, right) => rankOf(left.severity) - rankOf(right.severity));
  return { tokens, severity: tokens[0]?.severity ?? null };
}
