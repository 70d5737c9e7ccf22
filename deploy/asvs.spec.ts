import { readFileSync } from 'node:fs';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs', 'asvs.md'), 'utf8');

/** The rows of ASVS 5.0.0 at levels 1 and 2: the last part of each, by its section. */
const ROWS: Readonly<Record<string, string>> = {
  '1.1': '1 2',
  '1.2': '1 2 3 4 5 6 7 8 9',
  '1.3': '1 2 3 4 5 6 7 8 9 10 11',
  '1.4': '1 2 3',
  '1.5': '1 2',
  '2.1': '1 2 3',
  '2.2': '1 2 3',
  '2.3': '1 2 3 4',
  '2.4': '1',
  '3.2': '1 2',
  '3.3': '1 2 3 4',
  '3.4': '1 2 3 4 5 6',
  '3.5': '1 2 3 4 5',
  '3.7': '1 2',
  '4.1': '1 2 3',
  '4.2': '1',
  '4.3': '1 2',
  '4.4': '1 2 3 4',
  '5.1': '1',
  '5.2': '1 2 3',
  '5.3': '1 2',
  '5.4': '1 2 3',
  '6.1': '1 2 3',
  '6.2': '1 2 3 4 5 6 7 8 9 10 11 12',
  '6.3': '1 2 3 4',
  '6.4': '1 2 3 4',
  '6.5': '1 2 3 4 5',
  '6.6': '1 2 3',
  '6.8': '1 2 3 4',
  '7.1': '1 2 3',
  '7.2': '1 2 3 4',
  '7.3': '1 2',
  '7.4': '1 2 3 4 5',
  '7.5': '1 2',
  '7.6': '1 2',
  '8.1': '1 2',
  '8.2': '1 2 3',
  '8.3': '1',
  '8.4': '1',
  '9.1': '1 2 3',
  '9.2': '1 2 3 4',
  '10.1': '1 2',
  '10.2': '1 2',
  '10.3': '1 2 3 4',
  '10.4': '1 2 3 4 5 6 7 8 9 10 11',
  '10.5': '1 2 3 4 5',
  '10.6': '1 2',
  '10.7': '1 2 3',
  '11.1': '1 2',
  '11.2': '1 2 3',
  '11.3': '1 2 3',
  '11.4': '1 2 3 4',
  '11.5': '1',
  '11.6': '1',
  '12.1': '1 2 3',
  '12.2': '1 2',
  '12.3': '1 2 3 4',
  '13.1': '1',
  '13.2': '1 2 3 4 5',
  '13.3': '1 2',
  '13.4': '1 2 3 4 5',
  '14.1': '1 2',
  '14.2': '1 2 3 4',
  '14.3': '1 2 3',
  '15.1': '1 2 3',
  '15.2': '1 2 3',
  '15.3': '1 2 3 4 5 6 7',
  '16.1': '1',
  '16.2': '1 2 3 4 5',
  '16.3': '1 2 3 4',
  '16.4': '1 2 3',
  '16.5': '1 2 3',
  '17.1': '1',
  '17.2': '1 2 3 4',
  '17.3': '1 2',
};
/** Whole chapters and sections that the page says do not apply. */
const ABSENT = ['4.3', '4.4', '10.', '17.'];

/** Every row that the page names, with those between the ends of a range. */
function named(): ReadonlySet<string> {
  const rows = new Set(page.match(/\b\d+\.\d+\.\d+\b/g));
  for (const [, section = '', from, to] of page.matchAll(/\b(\d+\.\d+)\.(\d+) to \1\.(\d+)\b/g))
    for (let row = Number(from); row <= Number(to); row += 1) rows.add(`${section}.${row}`);
  return rows;
}

it('the comparison with ASVS has every row of levels 1 and 2', () => {
  const there = named();
  const all = Object.entries(ROWS).flatMap(([section, rows]) => rows.split(' ').map((row) => `${section}.${row}`));
  expect(all.filter((row) => !there.has(row) && !ABSENT.some((one) => row.startsWith(one)))).toEqual([]);
});

it('every test that the comparison or the page on security names exists', () => {
  const files = globSync(
    [
      'apps/console/src/**/*.spec.{ts,tsx}',
      'services/*/src/**/*.spec.ts',
      'libs/*/src/**/*.spec.ts',
      'deploy/**/*.spec.ts',
      'e2e/src/**/*.spec.ts',
    ],
    {
      cwd: root,
      exclude: (path) => basename(path) === 'node_modules' || basename(path) === 'dist',
    },
  ).map((file) => basename(file).replace(/\.spec\.tsx?$/, ''));
  const pages = page + readFileSync(join(root, 'docs', 'security.md'), 'utf8');
  const tests = [...pages.matchAll(/`([\w.-]+?)(?:\.spec)?\.?(medium|e2e|kafka|spec)`/g)].map(([, name, kind]) =>
    kind === 'spec' ? name : `${name}.${kind}`,
  );
  expect(tests.length).toBeGreaterThan(100);
  expect([...new Set(tests)].filter((test) => !files.includes(test ?? ''))).toEqual([]);
});
