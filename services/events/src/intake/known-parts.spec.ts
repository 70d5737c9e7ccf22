import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { makeFinding } from './findings.fixture.ts';
import { KnownParts } from './known-parts.ts';
import { readingsOf } from './part-readings.ts';
import type { StoredReading } from '../leak-events/event.entity.ts';
import type { PartEvent } from './numbered-parts.store.ts';

const of = { organisation_id: randomUUID(), task_id: randomUUID() };

/** The page's number gives the id, as in the intake. */
const placed = (text: string, page: number, version: number) => {
  const { excerpt, document } = makeFinding(of);
  const change = { path: `report.pdf!/page ${page}`, excerpt: { ...excerpt, text }, document: { ...document, version: `${version}` } };
  return { finding: makeFinding({ ...of, ...change }), id: `page ${page}` };
};
type Placed = ReturnType<typeof placed>;

/** A stored event on some page of the same document: its number does not matter. */
const stored = (id: string, text: string): PartEvent => {
  const { container, pattern, source_type, lines_hash } = makeFinding(of);
  return {
    ...{ ...of, id, source_type, lines_hash, text, path: 'report.pdf!/page 1' },
    ...{ container_key: container.key, container_url: container.url, pattern_kind: pattern.kind, pattern_text: pattern.text },
  };
};

/** The intake with its events, as `keep-findings.ts` has it. */
function intake() {
  const shown = new Map<string, string>();
  const readings = new Map<string, StoredReading>();
  const identify = (findings: readonly Placed[]) => {
    const parts = new KnownParts(
      findings,
      [...shown].map(([id, text]) => stored(id, text)),
      new Map([...readings].flatMap(([id, { version, moved }]) => (moved ? [[id, version]] : []))),
    );
    return findings.flatMap(({ finding, id }) => {
      const part = parts.identify(finding, id);
      return part === null ? [] : [{ finding, ...part }];
    });
  };
  const take = (batch: readonly Placed[]) => {
    const hidden = identify(batch).flatMap(({ id, known, finding }) => {
      const reading = readings.get(id);
      const one = known === 'moved' && reading?.version === finding.document.version ? reading.hidden : null;
      return one === null ? [] : [{ finding: one, id: one.path.replace('report.pdf!/', '') }];
    });
    const taken = identify([...batch, ...hidden]);
    for (const { id, finding } of taken) if (!shown.has(id)) shown.set(id, finding.excerpt.text);
    for (const [id, reading] of readingsOf(taken))
      if (reading.moved || reading.hidden?.excerpt.text !== shown.get(id)) readings.set(id, reading);
    return taken.map(({ id, finding }) => ({ event: id, text: finding.excerpt.text }));
  };
  return { shown, take };
}

/** A page is edited, inserted or removed; the findings of the new version come in batches of one size, in the order of the pages or in the reverse one. */
const edit = fc.record({
  at: fc.nat(6),
  remove: fc.nat(1),
  insert: fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 2 }),
  batch: fc.constantFrom(1, 2, 3, 100),
  isReversed: fc.boolean(),
});
const WHOLE = { batch: 100, isReversed: false };

it('pages that move keep their events, and no text is hidden behind the event of another one', () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 8 }), (edits) => {
      const { shown, take } = intake();
      let pages: string[] = ['a', 'b'];
      take(pages.map((text, at) => placed(text, at + 1, 0)));
      for (const [version, { at, remove, insert, batch, isReversed }] of edits.entries()) {
        const before = new Map([...shown].map(([id, text]) => [text, id]));
        pages = [...pages];
        pages.splice(at, remove, ...insert);
        const findings = pages.map((text, at) => placed(text, at + 1, version + 1));
        if (isReversed) findings.reverse();
        const last = new Map<string, string>();
        for (let from = 0; from < findings.length; from += batch)
          for (const { event, text } of take(findings.slice(from, from + batch))) last.set(text, event);
        for (const [text, event] of last) {
          if (before.has(text)) expect(shown.get(event)).toBe(text);
          const shows = shown.get(event) ?? '';
          if (shows !== text) expect(pages).not.toContain(shows);
        }
      }
      // One event for each text at most.
      expect(new Set(shown.values()).size).toBe(shown.size);
    }),
    // Twice on the pages behind one that moved to the front.
    {
      examples: [
        [
          [
            { at: 0, remove: 1, insert: [], ...WHOLE },
            { at: 1, remove: 0, insert: ['d', 'd'], ...WHOLE },
          ],
        ],
      ],
    },
  );
});
