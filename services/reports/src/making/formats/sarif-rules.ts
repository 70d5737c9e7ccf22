import { createHash } from 'node:crypto';
import type { ReportEvent } from '@leakwatch/contracts';
import { detectorKind, detectorText, type Severity } from '@leakwatch/vocabulary';
import { messageText } from './sarif-message.ts';

export interface SarifRule {
  readonly id: string;
  readonly name?: string;
  readonly shortDescription: { readonly text: string };
  readonly fullDescription?: { readonly text: string };
  readonly properties: { readonly tags: readonly string[]; readonly 'security-severity'?: string };
}
export interface RuleReference {
  readonly id: string;
  readonly index: number;
}

/** Rules of patterns that a log names, so that a report of all organisations does not grow in memory; further patterns share one rule. */
const PATTERN_RULES_MAX = 10_000;

/** By GitHub's scale: over 9.0 is critical, from 7.0 high, from 4.0 medium. */
const SCORES: Readonly<Record<Severity, string>> = { critical: '9.5', high: '8.0', medium: '5.5', low: '2.0' };

/** The rules of a log, in the order in which its results first name them: what leaked, else the pattern that found the event. */
export class SarifRules {
  private readonly rules: SarifRule[] = [];
  private readonly places = new Map<string, number>();
  private patterns = 0;

  of(event: ReportEvent): RuleReference {
    const [worst] = event.tokens;
    if (worst !== undefined) return this.reference(worst.detector ?? `template/${worst.id}`, (id) => tokenRule(id, worst));
    const id = `pattern/${createHash('sha256').update(event.pattern).digest('hex').slice(0, 16)}`;
    if (!this.places.has(id)) this.patterns += 1;
    if (this.patterns > PATTERN_RULES_MAX && !this.places.has(id)) return this.reference('pattern', (other) => patternRule(other, 'any'));
    return this.reference(id, () => patternRule(id, event.pattern));
  }

  all(): readonly SarifRule[] {
    return this.rules;
  }

  private reference(id: string, make: (id: string) => SarifRule): RuleReference {
    const known = this.places.get(id);
    if (known !== undefined) return { id, index: known };
    this.places.set(id, this.rules.length);
    return { id, index: this.rules.push(make(id)) - 1 };
  }
}

function tokenRule(id: string, { name, detector, severity }: ReportEvent['tokens'][number]): SarifRule {
  const text = detector === null ? undefined : detectorText(detector, 'en');
  const kind = detector === null ? undefined : detectorKind(detector);
  return {
    id,
    name,
    shortDescription: { text: messageText(name) },
    ...(text !== undefined && { fullDescription: { text: messageText(text.hint) } }),
    properties: { tags: ['security', ...(kind === undefined ? [] : [kind])], 'security-severity': SCORES[severity] },
  };
}

const patternRule = (id: string, pattern: string): SarifRule => ({
  id,
  shortDescription: { text: messageText(`Matches the pattern: ${pattern}`) },
  properties: { tags: ['security', 'pattern'] },
});
