import type { Finding } from '@leakwatch/contracts';
import { meaningOfPattern, splitInside } from '@leakwatch/matching';
import { nameId, storableText } from '@leakwatch/platform';
import { partWithoutNumbers } from './numbered-parts.ts';
import type { PartEvent } from './numbered-parts.store.ts';
import { TITLED } from './titled-sources.ts';

/** The namespace of ids of events whose number belongs to another one. */
const OTHERS = '0b9f6a0e-5a0d-5b53-9d0c-8a0a6a1f7c42';

/** A finding with the id that its place gives it. */
export interface PlacedFinding {
  readonly finding: Finding;
  readonly id: string;
}

/**
 * Events in numbered parts of documents: pages, slides, sheets. A part with the same text is the same part, whatever its number is now. Only where the
 * text is new does its number say which event goes on.
 */
export class KnownParts {
  readonly #events = new Map<string, string>();
  /** By the id of an event: what it shows, where that has another number in this batch. */
  readonly #moved = new Map<string, string>();

  /** @param known stored events, the oldest first */
  constructor(findings: readonly PlacedFinding[], known: readonly PartEvent[]) {
    for (const event of known) {
      const { container_key: key, container_url: url, pattern_kind: kind, pattern_text: text } = event;
      const shown = showing({ ...event, container: { key, url }, pattern: { kind, text }, excerpt: { text: event.text } });
      if (!this.#events.has(shown)) this.#events.set(shown, event.id);
    }
    for (const { finding, id } of findings) {
      const shown = showing(finding);
      const before = this.#events.get(shown);
      if (before !== undefined && before !== id) this.#moved.set(before, shown);
    }
  }

  /** The event of a finding; null for one that is in no numbered part. */
  identify(finding: Finding, byNumber: string): string | null {
    if (partWithoutNumbers(finding) === null) return null;
    const shown = showing(finding);
    const other = this.#moved.get(byNumber);
    // Behind the event of another part, which had this number, nobody would see what this one says.
    const own = other === undefined || other === shown ? byNumber : nameId(OTHERS, [byNumber, storableText(finding.excerpt.text)]);
    const id = this.#events.get(shown) ?? own;
    this.#events.set(shown, id);
    return id;
  }
}

type Shown = Pick<Finding, 'organisation_id' | 'task_id' | 'source_type' | 'path' | 'lines_hash'> & {
  readonly container: Pick<Finding['container'], 'key' | 'url'>;
  readonly pattern: Pick<Finding['pattern'], 'kind' | 'text'>;
  readonly excerpt: Pick<Finding['excerpt'], 'text'>;
};

/** What a finding or an event shows, without the number of its part. Stored texts have lost what PostgreSQL cannot hold. */
function showing(one: Shown): string {
  const path = storableText(one.path);
  return JSON.stringify([
    one.organisation_id,
    one.task_id,
    one.source_type,
    storableText(one.container.key),
    one.pattern.kind,
    meaningOfPattern(one.pattern.kind, storableText(one.pattern.text)),
    TITLED.has(one.source_type) ? '' : splitInside(path).path,
    partWithoutNumbers({ ...one, path }),
    one.lines_hash,
    storableText(one.excerpt.text),
  ]);
}
