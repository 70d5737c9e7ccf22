import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { keepTyped } from './changed-meanwhile.ts';

test('a field that the person changed stays, any other is what is stored now', () => {
  const base = { name: 'a', note: 'x', numbers: { first: '1', second: '2' }, company: null };
  const now = { ...base, name: 'typed', numbers: { first: '1', second: '7' } };
  const fresh = { name: 'theirs', note: 'y', numbers: { first: '3', second: '2' }, company: null };
  expect(keepTyped(base, now, fresh)).toEqual({ name: 'typed', note: 'y', numbers: { first: '3', second: '7' }, company: null });
});

const draft = fc.record({ text: fc.string(), on: fc.boolean(), parts: fc.record({ one: fc.string(), two: fc.string() }) });

test('nothing typed is lost, and nothing that was not typed is kept', () => {
  fc.assert(
    fc.property(draft, draft, draft, (base, now, fresh) => {
      const merged = keepTyped(base, now, fresh);
      const pick = (was: unknown, typed: unknown, stored: unknown) => (was === typed ? stored : typed);
      expect(merged).toEqual({
        text: pick(base.text, now.text, fresh.text),
        on: pick(base.on, now.on, fresh.on),
        parts: {
          one: pick(base.parts.one, now.parts.one, fresh.parts.one),
          two: pick(base.parts.two, now.parts.two, fresh.parts.two),
        },
      });
    }),
  );
});
