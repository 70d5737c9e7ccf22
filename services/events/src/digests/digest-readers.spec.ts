import { describe, expect, test } from '@jest/globals';
import { uniteReaders } from './digest-readers.domain.ts';

describe('readers of a digest', () => {
  test('are the recipients and the subscribed, each address once, however it is spelled', () => {
    const known = {
      locales: { 'Irina@Corp.example': 'en' },
      subscribed: [
        { email: 'irina@corp.example', locale: 'ru' },
        { email: 'ann@corp.example', locale: 'en' },
      ],
    } as const;
    expect(uniteReaders(['Irina@Corp.example', 'IRINA@corp.example', 'soc@corp.example'], known)).toEqual([
      { email: 'Irina@Corp.example', locale: 'en', reason: 'recipient' },
      { email: 'soc@corp.example', locale: 'ru', reason: 'recipient' },
      { email: 'ann@corp.example', locale: 'en', reason: 'subscribed' },
    ]);
  });

  test('are none when nobody subscribed', () => expect(uniteReaders([], { locales: {}, subscribed: [] })).toEqual([]));
});
