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

/** The event of a finding in a numbered part. `moved`: a stored one, whose text has another number now. `by number`: its text may be another one. */
export interface KnownPart {
  readonly id: string;
  readonly known: 'moved' | 'by text' | 'by number';
}

/**
 * Events in numbered parts of documents: pages, slides, sheets. A part with the same text is the same part, whatever its number is now. Only where the
 * text is new does its number say which event goes on.
 */
export class KnownParts {
  readonly #stored = new Map<string, string>();
  /** Those that no stored event shows, as this batch takes them. */
  readonly #taken = new Map<string, KnownPart>();
  /** Stored events whose texts have other numbers in this batch. */
  readonly #moved = new Set<string>();
  readonly #movedIn: ReadonlyMap<string, string>;

  /**
   * @param known stored events, the oldest first
   * @param movedIn by the id of an event: the version in which an earlier batch found its text under another number
   */
  constructor(findings: readonly PlacedFinding[], known: readonly PartEvent[], movedIn: ReadonlyMap<string, string> = new Map()) {
    this.#movedIn = movedIn;
    for (const event of known) {
      const { container_key: key, container_url: url, pattern_kind: kind, pattern_text: text } = event;
      const shown = showing({ ...event, container: { key, url }, pattern: { kind, text }, excerpt: { text: event.text } });
      if (!this.#stored.has(shown)) this.#stored.set(shown, event.id);
    }
    for (const { finding, id } of findings) {
      const before = this.#stored.get(showing(finding));
      if (before !== undefined && before !== id) this.#moved.add(before);
    }
  }

  /** The event of a finding; null for one that is in no numbered part. */
  identify(finding: Finding, byNumber: string): KnownPart | null {
    if (partWithoutNumbers(finding) === null) return null;
    const shown = showing(finding);
    const id = this.#stored.get(shown);
    if (id !== undefined) return { id, known: id === byNumber ? 'by text' : 'moved' };
    const part = this.#taken.get(shown) ?? this.#newPart(finding, byNumber);
    this.#taken.set(shown, part);
    return part;
  }

  /** Behind the event of another part, which had this number, nobody would see what this one says. */
  #newPart({ document, excerpt }: Finding, byNumber: string): KnownPart {
    return this.#moved.has(byNumber) || this.#movedIn.get(byNumber) === storableText(document.version)
      ? { id: nameId(OTHERS, [byNumber, storableText(excerpt.text)]), known: 'by text' }
      : { id: byNumber, known: 'by number' };
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
