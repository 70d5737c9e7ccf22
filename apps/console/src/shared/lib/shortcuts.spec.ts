import { expect, test } from '@jest/globals';
import { isPaletteKey, keyOf } from './shortcuts.ts';

test.each([
  ['j', 'KeyJ', 'j'],
  ['о', 'KeyJ', 'j'],
  ['Л', 'KeyK', 'k'],
  ['.', 'Slash', '/'],
  [',', 'Slash', '?'],
  ['?', 'Slash', '?'],
  ['.', 'Period', '.'],
  // Another Latin layout names its own letters.
  ['q', 'KeyA', 'q'],
  ['3', 'Digit3', '3'],
])('%s at %s is the key %s', (key, code, meant) => expect(keyOf({ key, code })).toBe(meant));

test('the palette has its key in every layout, and with no other modifier', () => {
  const held = { altKey: false, shiftKey: false, metaKey: false, ctrlKey: true };
  const press = (change: Partial<Parameters<typeof isPaletteKey>[0]>) => isPaletteKey({ key: 'k', code: 'KeyK', ...held, ...change });
  expect([press({}), press({ key: 'л' }), press({ key: 'K' })]).toEqual([true, true, true]);
  expect([
    press({ shiftKey: true }),
    press({ altKey: true }),
    press({ metaKey: true }),
    press({ ctrlKey: false }),
    press({ key: 'j' }),
  ]).toEqual(Array(5).fill(false));
});
