import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Entry, eventIn, findEntries, KINDS, type Kind, MOST_OF_KIND, MOST_RECENT } from './entries.ts';

const entry = (kind: Kind, id: string, title = id): Entry => ({ kind, id, title, about: null, shortcut: null, run: () => {} });
const shown = (entries: readonly Entry[], typed: string, recent: readonly string[] = []) =>
  findEntries(entries, typed, recent).map(({ kind, entries: of }) => [kind, ...of.map(({ title }) => title)]);

const PAGES = [entry('page', 'Tasks'), entry('page', 'Reports'), entry('task', 'Report of pastes'), entry('view', 'My weekly report')];

describe('the palette', () => {
  test('shows what was used last before anything is typed, and tasks only then', () => {
    expect(shown(PAGES, '')).toEqual([
      ['view', 'My weekly report'],
      ['page', 'Tasks', 'Reports'],
    ]);
    expect(shown(PAGES, ' ', ['Report of pastes', 'gone', 'Reports'])).toEqual([
      ['recent', 'Report of pastes', 'Reports'],
      ['view', 'My weekly report'],
      ['page', 'Tasks'],
    ]);
  });

  test('puts titles that begin with the text first, then words that do, then what was used', () => {
    expect(shown(PAGES, 'rep')).toEqual([
      ['page', 'Reports'],
      ['task', 'Report of pastes'],
      ['view', 'My weekly report'],
    ]);
    expect(shown(PAGES, 'REPORT', ['Report of pastes'])[0]).toEqual(['task', 'Report of pastes']);
    expect(shown(PAGES, 'paste report')).toEqual([['task', 'Report of pastes']]);
    expect(shown([entry('task', 'Отчёты')], 'отчеты')).toEqual([['task', 'Отчёты']]);
    expect(shown(PAGES, 'invoice')).toEqual([]);
  });

  test('finds exactly the titles that hold every word, each once, and not too many of a kind', () => {
    const word = fc.constantFrom('report', 'task', 'a', 'Ёж', '(x)', '.*', '\\');
    const title = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
    const titled = fc.array(fc.record({ kind: fc.constantFrom(...KINDS.filter((kind) => kind !== 'event')), title }), { maxLength: 30 });
    const words = fc.array(word, { minLength: 1, maxLength: 2 });
    fc.assert(
      fc.property(titled, words, fc.array(fc.nat({ max: 29 })), (titles, typed, used) => {
        const entries = titles.map((one, at) => entry(one.kind, String(at), one.title));
        const groups = findEntries(entries, typed.join(' '), used.map(String));
        const holds = (text: string) =>
          typed.every((one) => text.toLowerCase().replace('ё', 'е').includes(one.toLowerCase().replace('ё', 'е')));
        for (const kind of KINDS) {
          const wanted = entries.filter((one) => one.kind === kind && holds(one.title));
          const found = groups.filter((group) => group.kind === kind).flatMap((group) => group.entries);
          expect(new Set(found).size).toBe(Math.min(wanted.length, MOST_OF_KIND));
          expect(found.every((one) => wanted.includes(one))).toBe(true);
        }
        const before = findEntries(entries, '', used.map(String)).flatMap((group) => group.entries);
        expect(new Set(before).size).toBe(before.length);
        expect(findEntries(entries, '', used.map(String)).find(({ kind }) => kind === 'recent')?.entries.length ?? 0).toBeLessThanOrEqual(
          MOST_RECENT,
        );
      }),
    );
  });

  test.each([
    ['0B0E0000-0000-4000-8000-000000000001', '0b0e0000-0000-4000-8000-000000000001'],
    [' https://leaks.example/events/0b0e0000-0000-4000-8000-000000000001?status=all ', '0b0e0000-0000-4000-8000-000000000001'],
    ['https://leaks.example/task/0b0e0000-0000-4000-8000-000000000001', null],
    ['0b0e0000-0000-4000-8000', null],
    ['', null],
  ])('reads the event of %j', (typed, id) => expect(eventIn(typed)).toBe(id));
});
