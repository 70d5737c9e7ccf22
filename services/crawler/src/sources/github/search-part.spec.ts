import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CODE_AXES, REPOSITORY_AXES } from './github-limits.ts';
import { firstSlices, NO_ROTATION, type PageSlice, readPage, type Rotation } from './read-results.ts';
import { type SearchPart, spellPart, splitPart, type Traits, WHOLE } from './search-part.ts';

interface Result {
  readonly id: number;
  readonly size: number;
  readonly traits: Traits;
}

const NOW = new Date('2026-06-01T00:00:00Z');
const BOUNDS = { cap: 20, perPage: 5 };

const isIn = ({ size, traits }: Result, { range, only, not }: SearchPart): boolean =>
  (range === null || (size >= range[0] && (range[1] === null || size <= range[1]))) &&
  only.every(([name, value]) => traits[name] === value) &&
  not.every(([name, value]) => traits[name] !== value);

const results = (most: number, trait: fc.Arbitrary<string>) =>
  fc
    .array(
      fc.record({
        size: fc.oneof(fc.constantFrom(0, 7, 1_000), fc.nat({ max: 600_000 })),
        traits: fc.record({ extension: trait, path: trait, user: trait }, { requiredKeys: ['user'] }),
      }),
      { maxLength: most },
    )
    .map((rows): Result[] => rows.map((row, id) => ({ ...row, id })));

interface Pass {
  readonly read: readonly number[];
  readonly capped: boolean;
  /** Results were kept of a query that the upstream gave up. */
  readonly incomplete: boolean;
  readonly total: number;
  readonly requests: number;
  readonly state: Rotation;
}

/** Reads a pass as the runner does from an upstream that gives `cap` results of a query, and gives up after so many. */
function readPass(all: readonly Result[], deep: boolean, state: Rotation = NO_ROTATION, givesUpAfter = Infinity): Pass {
  const read: number[] = [];
  let [capped, incomplete, total, requests, current] = [false, false, 0, 0, state];
  const slices: PageSlice[] = [...firstSlices(deep, state)];
  for (let slice = slices.shift(); slice !== undefined; slice = slices.shift()) {
    const { part, page } = slice;
    requests += 1;
    const holding = all.filter((one) => isIn(one, part));
    const found = holding.slice(0, givesUpAfter);
    const timedOut = found.length < holding.length;
    expect(page * BOUNDS.perPage).toBeLessThanOrEqual(BOUNDS.cap);
    const shown = found.slice((page - 1) * BOUNDS.perPage, page * BOUNDS.perPage);
    const outcome = readPage(
      slice,
      { total: found.length, timedOut, keys: shown.map(({ id }) => String(id)), sample: shown.map(({ traits }) => traits) },
      current,
      {
        deep,
        axes: CODE_AXES,
        bounds: BOUNDS,
        now: NOW,
      },
    );
    if (outcome.kept) read.push(...shown.map(({ id }) => id));
    capped ||= outcome.capped;
    incomplete ||= outcome.incomplete;
    total += outcome.total ?? 0;
    current = outcome.state;
    slices.unshift(...outcome.more);
    if (requests > 100_000) throw new Error('the pass does not end');
  }
  return { read, capped, incomplete, total, requests, state: current };
}

const pageOf = (part: SearchPart, page: number): PageSlice => ({ kind: 'page', part, page, named: [], most: 0 });
const sorted = (ids: readonly number[]) => [...ids].sort((one, other) => one - other);

describe('parts of a search', () => {
  test('a deep pass reads every result exactly once, or says that it is capped', () => {
    fc.assert(
      fc.property(results(400, fc.constantFrom('a', 'b', 'c', 'with space')), (all) => {
        const { read, capped, total } = readPass(all, true);
        expect(new Set(read).size).toBe(read.length);
        expect(total).toBe(all.length);
        expect(capped).toBe(read.length < all.length);
      }),
      { numRuns: 150 },
    );
  });

  test('a deep pass is not capped while no size has more results than the cap', () => {
    const sizes = fc.uniqueArray(fc.nat({ max: 600_000 }), { maxLength: 100 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: BOUNDS.cap }), (distinct, each) => {
        const all = distinct.flatMap((size, at) =>
          Array.from({ length: each }, (_, copy) => ({ id: at * each + copy, size, traits: { user: 'one' } })),
        );
        const { read, capped } = readPass(all, true);
        expect(sorted(read)).toEqual(all.map(({ id }) => id));
        expect(capped).toBe(false);
      }),
      { numRuns: 100 },
    );
  });

  test('a deep pass divides what the upstream does not get through: it reads every result once, or says that it is incomplete', () => {
    fc.assert(
      fc.property(results(200, fc.constantFrom('a', 'b', 'c')), fc.integer({ min: 0, max: BOUNDS.cap }), (all, givesUpAfter) => {
        const { read, capped, incomplete, requests } = readPass(all, true, NO_ROTATION, givesUpAfter);
        expect(new Set(read).size).toBe(read.length);
        expect(capped).toBe(false);
        expect(incomplete).toBe(read.length < all.length);
        // Two parts of each split, and the pages of each part.
        expect(requests).toBeLessThanOrEqual(101 * (BOUNDS.cap / BOUNDS.perPage));
      }),
      { numRuns: 150 },
    );
    const all = Array.from({ length: 60 }, (_, id) => ({ id, size: 10 + id * 37, traits: { user: 'one' } }));
    expect(readPass(all, true, NO_ROTATION, 8)).toMatchObject({ incomplete: false, total: 60 });
  });

  test('files of one size are divided by extension, folder and owner', () => {
    const traits = (at: number): Traits => ({
      extension: `e${at % 4}`,
      path: `p${Math.floor(at / 4) % 3}`,
      user: `u${Math.floor(at / 12) % 3}`,
    });
    const all = Array.from({ length: 12 * 3 * 6 }, (_, id) => ({ id, size: 812, traits: traits(id) }));
    const { read, capped } = readPass(all, true);
    expect(capped).toBe(false);
    expect(sorted(read)).toEqual(all.map(({ id }) => id));
  });

  test('what cannot be divided is read up to the cap', () => {
    const all = Array.from({ length: 50 }, (_, id) => ({ id, size: 812, traits: { user: 'one' } }));
    const { read, capped, requests } = readPass(all, true);
    expect(capped).toBe(true);
    expect(sorted(read)).toEqual(Array.from({ length: BOUNDS.cap }, (_, id) => id));
    expect(requests).toBeLessThan(150);
  });

  test('a pass that is not deep reads the best results; later passes reach the others in turn', () => {
    const all = Array.from({ length: 130 }, (_, id) => ({ id, size: 10 + id * 37, traits: { user: 'one' } }));
    const seen = new Set<number>();
    let state = NO_ROTATION;
    for (let pass = 0; pass < 40; pass += 1) {
      const outcome = readPass(all, false, state);
      expect(outcome.capped).toBe(true);
      expect(outcome.total).toBe(all.length);
      expect(outcome.requests).toBeLessThanOrEqual((2 * BOUNDS.cap) / BOUNDS.perPage);
      expect(outcome.state.waiting.length).toBeLessThan(100);
      for (const id of outcome.read) seen.add(id);
      state = outcome.state;
    }
    expect(seen.size).toBe(all.length);
  });

  test('a part that a pass did not read to its end is the first of the next pass', () => {
    const options = { deep: false, axes: CODE_AXES, bounds: BOUNDS, now: NOW };
    const part: SearchPart = { range: [0, 9], only: [], not: [] };
    const later: SearchPart = { range: [10, null], only: [], not: [] };
    let state: Rotation = { splits: 0, waiting: [part, later] };
    const read = (page: number, total: number) => {
      state = readPage(pageOf(part, page), { total, keys: [], sample: [] }, state, options).state;
      return state.waiting;
    };
    expect([read(1, 12), read(2, 12)]).toEqual([
      [part, later],
      [part, later],
    ]);
    expect(firstSlices(false, state)[1]).toEqual(pageOf(part, 1));
    expect(read(3, 12)).toEqual([later]);
    // Of one that is over the cap its own parts wait, which hold all of it.
    state = { splits: 0, waiting: [part, later] };
    const inner = read(1, BOUNDS.cap + 1);
    expect(inner).not.toContainEqual(part);
    expect(inner.slice(-1)).toEqual([later]);
    expect(inner.length).toBeGreaterThan(2);
  });

  test('an upstream that ignores the parts of a query is not asked forever', () => {
    let [state, splits] = [NO_ROTATION, 0];
    const slices: PageSlice[] = [...firstSlices(true, state)];
    for (let slice = slices.shift(); slice !== undefined; slice = slices.shift()) {
      const outcome = readPage(slice, { total: 5_000, keys: [], sample: [] }, state, {
        deep: true,
        axes: CODE_AXES,
        bounds: BOUNDS,
        now: NOW,
      });
      if (!outcome.kept) splits += 1;
      state = outcome.state;
      slices.unshift(...outcome.more);
    }
    expect(splits).toBeLessThanOrEqual(1_000);
  });

  test('what the upstream gives up in a query that is not deep is read by later passes, in parts', () => {
    const all = Array.from({ length: 19 }, (_, id) => ({ id, size: 4 ** (id / 2), traits: { user: 'one' } }));
    const seen = new Set<number>();
    let state = NO_ROTATION;
    for (let pass = 0; pass < 30; pass += 1) {
      const outcome = readPass(all, false, state, 6);
      expect(outcome.incomplete).toBe(true);
      expect(outcome.requests).toBeLessThanOrEqual((2 * BOUNDS.cap) / BOUNDS.perPage);
      for (const id of outcome.read) seen.add(id);
      state = outcome.state;
    }
    expect(seen.size).toBe(all.length);
    // One that is always given up is not divided without end.
    for (let pass = 0; pass < 300; pass += 1) {
      ({ state } = readPass(all, false, state, 0));
      expect(state.waiting.length).toBeLessThanOrEqual(7);
    }
  });

  test('results that move between the pages of a part are known to be missed, also where as many come as go', () => {
    const changes = fc.array(fc.record({ before: fc.integer({ min: 1, max: 3 }), comes: fc.boolean(), at: fc.nat() }), { maxLength: 4 });
    const options = { deep: true, axes: CODE_AXES, bounds: BOUNDS, now: NOW };
    fc.assert(
      fc.property(fc.integer({ min: 6, max: 15 }), changes, (count, list) => {
        let all = Array.from({ length: count }, (_, id) => String(id));
        const read = new Set<string>();
        let incomplete = false;
        for (let slice: PageSlice | undefined = pageOf(WHOLE, 1), page = 0; slice !== undefined; page += 1) {
          for (const [number, { before, comes, at }] of list.entries())
            if (before === page) all = comes ? [`new ${number}`, ...all] : all.filter((_, one) => one !== at % all.length);
          const shown = all.slice((slice.page - 1) * BOUNDS.perPage, slice.page * BOUNDS.perPage);
          for (const key of shown) read.add(key);
          const outcome = readPage(slice, { total: all.length, keys: shown, sample: [] }, NO_ROTATION, options);
          incomplete ||= outcome.incomplete;
          [slice] = outcome.more;
        }
        const missed = all.filter((key) => !read.has(key)).length;
        const gone = [...read].filter((key) => !all.includes(key)).length;
        // What was read and is gone by now stands for what was missed.
        if (missed > gone) expect(incomplete).toBe(true);
        if (list.length === 0) expect([missed, incomplete]).toEqual([0, false]);
      }),
      { numRuns: 500 },
    );
    const first = readPage(pageOf(WHOLE, 1), { total: 8, keys: ['a', 'b', 'c', 'd', 'e'], sample: [] }, NO_ROTATION, options);
    const [next] = first.more;
    if (next === undefined) throw new Error('no second page');
    // One came in front and `g` was deleted: eight results are named, and one of them twice.
    const last = readPage(next, { total: 8, keys: ['e', 'f', 'h'], sample: [] }, NO_ROTATION, options);
    expect([first.incomplete, last.incomplete]).toEqual([false, true]);
  });

  test('a result set below the cap needs no parts', () => {
    const all = Array.from({ length: 17 }, (_, id) => ({ id, size: id, traits: {} }));
    expect(readPass(all, false)).toEqual({
      read: all.map(({ id }) => id),
      capped: false,
      incomplete: false,
      total: 17,
      requests: 4,
      state: NO_ROTATION,
    });
    expect(readPass([], true)).toMatchObject({ read: [], requests: 1 });
  });
});

describe('the qualifiers of a part', () => {
  test('are spelled as GitHub reads them', () => {
    expect(spellPart(WHOLE, CODE_AXES)).toBe('');
    expect(spellPart({ range: [10, 20], only: [['extension', 'js']], not: [['user', 'a-b']] }, CODE_AXES)).toBe(
      'size:10..20 extension:js -user:a-b',
    );
    expect(spellPart({ range: [10, null], only: [], not: [] }, CODE_AXES)).toBe('size:>=10');
    expect(spellPart({ range: [1_600_000_000, 1_600_000_001], only: [], not: [] }, REPOSITORY_AXES)).toBe(
      'created:2020-09-13T12:26:40Z..2020-09-13T12:26:41Z',
    );
  });

  test('hold no value of a result that would be read as more than a value', () => {
    const sample = [
      { path: 'a b' },
      { path: '"x' },
      { path: 'a:b' },
      { path: '-x' },
      { path: '*' },
      { path: '' },
      { path: 'x'.repeat(101) },
    ];
    expect(splitPart({ range: [5, 5], only: [], not: [] }, CODE_AXES, { total: 5_000, cap: 1_000, now: NOW, sample })).toEqual([]);
  });

  test('few exclusions stand in one query', () => {
    const sample = Array.from({ length: 100 }, (_, at) => ({ user: `u${at}` }));
    const part: SearchPart = { range: [5, 5], only: [], not: ['u1', 'u2', 'u3', 'u4', 'u5'].map((user) => ['user', user]) };
    expect(splitPart(part, CODE_AXES, { total: 5_000, cap: 1_000, now: NOW, sample })).toEqual([]);
  });
});
