import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { BASE_TEXTS, CODE_TEXTS, FRAME_TEXTS, type Texts } from '../shared/i18n/texts.ts';
import { ALL_TEXTS } from './all-texts.fixture.ts';
import { PAGES } from './features.ts';

const SOURCES = join(import.meta.dirname, '..');

/** Each component that a manifest loads, by the name under which its page's `load` returns it, with its file. */
const FILES = new Map(
  readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('/screen.ts'))
    .flatMap((manifest) =>
      [...readFileSync(join(SOURCES, manifest), 'utf8').matchAll(/await import\('([^']+\.tsx)'\)\)\.(\w+)/g)].map(
        ([, file, name]) => [name ?? '', join(SOURCES, dirname(manifest), file ?? '')] as const,
      ),
    ),
);

const pages = PAGES.flatMap((page) => ('texts' in page ? [page] : [])).map(({ path, frame, texts, later, load }) => ({
  path,
  frame,
  texts,
  later,
  file: FILES.get(/\.(\w+)\s*;?\s*\}?$/.exec(load.toString())?.[1] ?? '') ?? '',
}));

/** The files that a file brings with it, itself among them; texts load by themselves. */
function filesOf(file: string, imported = /(?:from |import\()'(\.[^']+\.tsx?)'/g, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(imported);
  for (const [, path] of imports) {
    const next = join(dirname(file), path ?? '');
    if (!/i18n\/(?:texts|ru|en)\b|\/texts\//.test(next)) filesOf(next, imported, seen);
  }
  return seen;
}

/** The files without which a file cannot be drawn. */
const filesAtOnce = (file: string) => filesOf(file, /from '(\.[^']+\.tsx?)'/g);

/** First parts of the keys that some files use. */
function rootsIn(files: Iterable<string>): ReadonlySet<string> {
  const code = [...files].map((path) => readFileSync(path, 'utf8')).join('\n');
  return new Set([...code.matchAll(/['`](\w+)\.[a-z_.]*(?:\$\{|['`])/g)].map(([, root]) => root ?? ''));
}

const rootsOf = async (locale: 'ru' | 'en', texts: readonly Texts[]) =>
  (await Promise.all(texts.map(async (one) => Object.keys(await one[locale]())))).flat().sort();

describe('texts of the pages', () => {
  test('the file of every page is found', () => {
    expect(pages.filter(({ file }) => file === '')).toEqual([]);
  });

  test('every part of every file of texts can be loaded, by itself or within another', async () => {
    const names = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => /(?:texts|i18n)\/ru[./].*ts$/.test(file));
    const files = names.map((file) => readFileSync(join(SOURCES, file), 'utf8')).join('\n');
    const all = (of: RegExp) => [...files.matchAll(of)].map(([, name]) => name ?? '');
    const reached = new Set([...(await rootsOf('ru', ALL_TEXTS)), ...all(/^import \{ (\w+) \}/gm)]);
    expect(all(/^export const (\w+)/gm).filter((part) => !reached.has(part))).toEqual([]);
  });

  test('both languages have the same parts, and no part is in two files', async () => {
    const roots = await rootsOf('ru', ALL_TEXTS);
    expect(await rootsOf('en', ALL_TEXTS)).toEqual(roots);
    expect([...new Set(roots)]).toEqual(roots);
  });

  test('pages outside the frame name the texts of codes, except those that need only the codes of signing in', () => {
    const without = pages.filter(({ frame, texts }) => frame === 'none' && !texts.includes(CODE_TEXTS));
    expect(without.map(({ path }) => path).sort()).toEqual(['/forgot', '/login', '/logout']);
  });

  test('a page that is drawn before the texts of codes are loaded loads them for what comes later', () => {
    const before = pages.filter(({ later }) => later !== undefined);
    expect(before.map(({ path }) => path)).toEqual(['/']);
    for (const { later } of before) expect(later).toContain(CODE_TEXTS);
  });

  test.each(pages)('$path names the texts that it uses', async ({ file, texts, later = [] }) => {
    const known = new Set(await rootsOf('ru', ALL_TEXTS));
    const base = new Set(await rootsOf('ru', [BASE_TEXTS, FRAME_TEXTS, CODE_TEXTS]));
    const wanted = [...rootsIn(filesOf(file))].filter((root) => known.has(root) && !base.has(root));
    const all = [...texts, ...later];
    const named = await rootsOf('ru', all);
    // A file of texts may have several parts, of which a page needs one at least.
    expect(wanted.filter((root) => !named.includes(root))).toEqual([]);
    for (const one of all.filter((each) => each !== CODE_TEXTS))
      expect((await rootsOf('ru', [one])).some((root) => wanted.includes(root))).toBe(true);
  });

  test.each(pages.filter(({ later }) => later !== undefined))(
    '$path is drawn without the texts that come later',
    async ({ file, later = [] }) => {
      const late = await rootsOf('ru', later);
      // A call that is refused waits for the texts of codes.
      const used = rootsIn([...filesAtOnce(file)].filter((path) => !path.endsWith('i18n/problem-text.ts')));
      expect(late.filter((root) => used.has(root))).toEqual([]);
    },
  );
});
