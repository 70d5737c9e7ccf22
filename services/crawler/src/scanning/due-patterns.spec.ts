import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Pattern } from '@leakwatch/vocabulary';
import { duePatterns } from './due-patterns.ts';

const PATTERNS: readonly Pattern[] = [
  { id: 'word', kind: 'deep', text: 'word' },
  { id: 'file', kind: 'keyword', text: 'filename:.env key' },
  { id: 'expression', kind: 'regex', text: 'filename:[a-z]+' },
  { id: 'other', kind: 'keyword', text: 'filename:id_rsa' },
];
const NAMED = new Set(['file', 'other']);

it('a document meets the patterns that it has not met; under a further name those that ask for file names', () => {
  fc.assert(
    fc.property(
      fc.tuple(fc.bigInt(0n, 5n), fc.bigInt(0n, 5n), fc.bigInt(0n, 5n), fc.bigInt(0n, 5n)),
      fc.bigInt(1n, 7n),
      fc.boolean(),
      (levels, position, onlyByFileName) => {
        const marks = new Map(PATTERNS.map(({ id }, at) => [id, levels[at] ?? 0n]));
        const dueFor = duePatterns(marks, PATTERNS);
        const due = dueFor({ position, onlyByFileName });
        const wanted = PATTERNS.filter(({ id }) => (marks.get(id) ?? 0n) < position && (!onlyByFileName || NAMED.has(id)));
        expect(PATTERNS.filter(({ id }) => due === undefined || due.has(id))).toEqual(wanted);
        // One object for one set of patterns: threads get each once.
        expect(dueFor({ position, onlyByFileName })).toBe(due);
      },
    ),
  );
});
