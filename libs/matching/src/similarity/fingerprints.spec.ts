import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { comparedText, FINGERPRINTED_MAX, FINGERPRINTS_MAX, fingerprintsOf, GRAM, GUARANTEED_RUN, WINDOW } from './fingerprints.ts';
import { LICENCES } from './licences.ts';
import { NEAR_TEXT, nearnessOf, reaches, resemblanceOf, SOUGHT_MAX, soughtOf } from './resemblance.ts';

const of = (text: string): Int32Array => fingerprintsOf(comparedText(text));

const LETTERS = ['a', 'b', 'c', 'd', 'e', '0', 'я', '漢'];
const stringOf = (units: readonly string[]) => (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...units), minLength, maxLength });
/** Letters, also of other alphabets; few of them, so that runs repeat. */
const letters = stringOf(LETTERS);
/** With signs, and halves of pairs. */
const characters = stringOf([...LETTERS, '_', '\ud83d']);

/** Winnowing as it is defined, without a rolling hash. */
function reference(compared: string): number[] {
  const grams = Array.from({ length: Math.max(0, compared.length - GRAM + 1) }, (_, at) => referenceHash(compared.slice(at, at + GRAM)));
  const kept = new Set<number>();
  for (let from = 0; from + WINDOW <= grams.length; from += 1) kept.add(Math.min(...grams.slice(from, from + WINDOW)));
  return [...kept].sort((a, b) => a - b);
}

/** The polynomial in big integers, and the finaliser of MurmurHash3. */
function referenceHash(gram: string): number {
  let hash = 0n;
  for (let at = 0; at < gram.length; at += 1) hash = (hash * 0x01000193n + BigInt(gram.charCodeAt(at))) % 0x1_0000_0000n;
  hash = ((hash ^ (hash >> 16n)) * 0x85ebca6bn) % 0x1_0000_0000n;
  hash = ((hash ^ (hash >> 13n)) * 0xc2b2ae35n) % 0x1_0000_0000n;
  return Number(BigInt.asIntN(32, hash ^ (hash >> 16n)));
}

describe('the fingerprints of a text', () => {
  test('are the least hashes of its windows', () => {
    fc.assert(
      fc.property(characters(0, 200), (text) => {
        expect([...fingerprintsOf(text)]).toEqual(reference(text));
      }),
    );
  });

  test(`have one in common for every shared run of ${GUARANTEED_RUN} characters`, () => {
    fc.assert(
      fc.property(letters(GUARANTEED_RUN, 120), letters(0, 80), letters(0, 80), letters(0, 80), letters(0, 80), (run, a, b, c, d) => {
        const left = new Set(of(`${a}${run}${b}`));
        // Short enough that none is dropped.
        expect([...of(`${c}${run}${d}`)].some((one) => left.has(one))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('do not depend on quotes, signs, marks before lines, and how a string or a page writes them', () => {
    const text = 'host: "vpn.corp.example"\n  // Адрес шлюза – один на всех\n  login = \'ivanov\' <a&b>\n\tmtu=1380';
    const page = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
    for (const other of [
      text.replaceAll('"', "'"),
      text.replaceAll('\n', '\r\n> '),
      text.replaceAll(/^/gm, '# '),
      text.replaceAll(/\s+/g, ' '),
      JSON.stringify({ '': text }),
      JSON.stringify(JSON.stringify(text)),
      JSON.stringify(text).replaceAll(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
      `<pre>${page}</pre>`.replaceAll(/<\/?pre>/g, ''),
      text.normalize('NFD'),
      text.replaceAll('corp', 'co\u200brp'),
    ])
      expect([other, comparedText(other)]).toEqual([other, comparedText(text)]);
  });

  test('are not those of a licence, unless a text is nothing else', () => {
    const [mit = '', apache = ''] = LICENCES;
    const code = 'public int stock(String sku) { return warehouse.count(sku, Depot.of("Kazan")) + pending.of(sku).size(); }';
    const other = 'connection.subscribe(topic, (message) => { journal.append(message.key, clock.now()); return message.commit(); });';
    const commented = apache.replaceAll(/^/gm, ' * ');
    expect(resemblanceOf(of(`${mit}\n${code}`), of(code))).toBeGreaterThanOrEqual(0.6);
    expect(resemblanceOf(of(`/*\n${commented}\n */\n${code}`), of(code))).toBeGreaterThanOrEqual(0.6);
    expect(resemblanceOf(of(`${mit}\n${code}`), of(`${mit}\n${other}`))).toBeLessThan(0.2);
    expect(resemblanceOf(of(mit), of(mit.toUpperCase()))).toBe(1);
  });

  test('of a text whose lines were moved are nearly all of it', () => {
    const lines = Array.from(
      { length: 12 },
      (_, at) => `${String.fromCharCode(97 + at).repeat(3)}Host${at * 7919} = gateway${at * 104_729}.corp`,
    );
    expect(resemblanceOf(of(lines.join('\n')), of(lines.toReversed().join('\n')))).toBeGreaterThan(NEAR_TEXT);
  });

  test('do not depend on white space and letter case', () => {
    fc.assert(
      fc.property(letters(0, 200), fc.infiniteStream(fc.constantFrom('', '', ' ', '\t', '\r\n', '\u00a0')), (text, spaces) => {
        const other = [...text].map((letter) => letter.toUpperCase() + (spaces.next().value ?? '')).join('');
        expect([...of(other)]).toEqual([...of(text)]);
      }),
    );
  });

  test('are bounded, ascending and without repetitions, whatever the text is', () => {
    const random = Array.from({ length: FINGERPRINTED_MAX * 2 }, (_, at) =>
      String.fromCharCode(33 + ((at * 7919 + ((at * at) % 5003)) % 90)),
    ).join('');
    for (const text of [random, 'a'.repeat(500_000), ' '.repeat(500_000), 'ab\0'.repeat(100_000), '\ud800'.repeat(100_000)]) {
      const found = [...of(text)];
      expect(found.length).toBeLessThanOrEqual(FINGERPRINTS_MAX);
      expect(found).toEqual([...new Set(found)].sort((a, b) => a - b));
    }
    expect(of(random)).toHaveLength(FINGERPRINTS_MAX);
    expect(of('a'.repeat(1_000))).toHaveLength(1);
  });

  test('are none for a text that says too little', () => {
    expect(of('a b '.repeat(GUARANTEED_RUN / 2 - 1))).toHaveLength(0);
  });
});

describe('the resemblance of two texts', () => {
  const ascending = fc.uniqueArray(fc.integer({ min: -40, max: 40 }), { maxLength: 60 }).map((values) => Int32Array.from(values).sort());

  test('is the intersection in proportion to the union, symmetric, and 1 for the same text', () => {
    fc.assert(
      fc.property(ascending, ascending, (left, right) => {
        const both = [...left].filter((one) => right.includes(one)).length;
        const all = new Set([...left, ...right]).size;
        expect(resemblanceOf(left, right)).toBe(both === 0 ? 0 : both / all);
        expect(resemblanceOf(right, left)).toBe(resemblanceOf(left, right));
        if (left.length > 0) expect(resemblanceOf(left, left)).toBe(1);
      }),
    );
  });

  /** Two lists of which the second was made from the first by leaving out and adding some. */
  const related = (maxLength: number) =>
    fc
      .tuple(
        fc.uniqueArray(fc.integer(), { maxLength }),
        fc.uniqueArray(fc.integer(), { maxLength }),
        fc.double({ min: 0, max: 1, noNaN: true }),
      )
      .map(([first, second, kept]) => {
        const shared = first.slice(0, Math.ceil(kept * first.length));
        const left = Int32Array.from(first).sort();
        return [left, Int32Array.from(new Set([...shared, ...second.slice(shared.length)])).sort()] as const;
      });
  const meet = (left: Int32Array, right: Int32Array): boolean => {
    const sought = new Set(soughtOf(left));
    return soughtOf(right).some((one) => sought.has(one));
  };

  test('of short texts that are nearly the same always shows in the fingerprints that are looked for', () => {
    fc.assert(
      fc.property(related(12), ([left, right]) => {
        expect(soughtOf(left).length).toBeLessThanOrEqual(SOUGHT_MAX);
        if (resemblanceOf(left, right) >= NEAR_TEXT) expect(meet(left, right)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test('of longer ones nearly always does', () => {
    const near = fc.sample(related(200), { numRuns: 4_000, seed: 7 }).filter(([left, right]) => resemblanceOf(left, right) >= NEAR_TEXT);
    expect(near.length).toBeGreaterThan(300);
    expect(near.filter(([left, right]) => meet(left, right)).length / near.length).toBeGreaterThan(0.99);
  });

  test('does not make a leak of the same template with other secrets the same', () => {
    const fingerprints = [1, 2, 3];
    const nearness = (left: string[], right: string[]) => nearnessOf({ fingerprints, secrets: left }, { fingerprints, secrets: right });
    expect(nearness(['a'], ['b'])).toBeNull();
    expect(nearness(['a', 'b'], ['b'])).toBe(1);
    expect(nearness([], ['b'])).toBe(1);
    expect(nearness([], [])).toBe(1);
    expect(nearnessOf({ fingerprints, secrets: [] }, { fingerprints: [3, 4, 5, 6], secrets: [] })).toBeNull();
  });

  test('leads from a leak to copies without a secret, not from those to the leak', () => {
    const template = { fingerprints: [1], secrets: [] };
    const filled = { fingerprints: [1], secrets: ['a'] };
    expect([reaches(template, filled), reaches(filled, template), reaches(template, template)]).toEqual([false, true, true]);
  });

  test('leads to no copy that holds a secret from a text that holds none of its secrets', () => {
    const text = fc.record({
      fingerprints: fc.uniqueArray(fc.integer({ min: 0, max: 5 }), { minLength: 1 }).map((of) => of.sort((a, b) => a - b)),
      secrets: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
    });
    fc.assert(
      fc.property(text, text, (from, to) => {
        fc.pre(nearnessOf(from, to) !== null);
        const shared = from.secrets.some((secret) => to.secrets.includes(secret));
        expect(reaches(from, to)).toBe(to.secrets.length === 0 || shared);
      }),
    );
  });

  test('read ASCII as they read text with other letters', () => {
    const written = fc.array(fc.constantFrom('Key', ' = ', '\\n', '\\u0041', '&amp;', '"', '7', '&', '\\', '\t_'), { maxLength: 12 });
    fc.assert(fc.property(written, (parts) => expect(comparedText(`${parts.join('')} я`)).toBe(`${comparedText(parts.join(''))}я`)));
  });
});
