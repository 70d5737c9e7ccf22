import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { makeFinding } from './findings.fixture.ts';
import { KnownParts } from './known-parts.ts';
import type { PartEvent } from './numbered-parts.store.ts';

const of = { organisation_id: randomUUID(), task_id: randomUUID() };

/** The page's number gives the id, as in the intake. */
const placed = (text: string, page: number) => {
  const { excerpt } = makeFinding(of);
  return { finding: makeFinding({ ...of, path: `report.pdf!/page ${page}`, excerpt: { ...excerpt, text } }), id: `page ${page}` };
};

/** A stored event on some page of the same document: its number does not matter. */
const stored = (id: string, text: string): PartEvent => {
  const { container, pattern, source_type, lines_hash } = makeFinding(of);
  return {
    ...{ ...of, id, source_type, lines_hash, text, path: 'report.pdf!/page 1' },
    ...{ container_key: container.key, container_url: container.url, pattern_kind: pattern.kind, pattern_text: pattern.text },
  };
};

/** A page is edited, inserted or removed. */
const edit = fc.record({ at: fc.nat(6), remove: fc.nat(1), insert: fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 2 }) });

it('pages that move keep their events, and no text is hidden behind the event of another one', () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 8 }), (edits) => {
      const shown = new Map<string, string>();
      let pages: string[] = ['a', 'b'];
      const take = () => {
        const findings = pages.map((text, at) => placed(text, at + 1));
        const parts = new KnownParts(
          findings,
          [...shown].map(([id, text]) => stored(id, text)),
        );
        return findings.map(({ finding, id }) => {
          const event = parts.identify(finding, id) ?? '';
          if (!shown.has(event)) shown.set(event, finding.excerpt.text);
          return { event, text: finding.excerpt.text };
        });
      };
      take();
      for (const { at, remove, insert } of edits) {
        const before = new Map([...shown].map(([id, text]) => [text, id]));
        pages = [...pages];
        pages.splice(at, remove, ...insert);
        for (const { event, text } of take()) {
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
            { at: 0, remove: 1, insert: [] },
            { at: 1, remove: 0, insert: ['d', 'd'] },
          ],
        ],
      ],
    },
  );
});
