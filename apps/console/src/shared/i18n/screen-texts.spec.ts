import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { TEXTS } from './texts.ts';

const APP = join(import.meta.dirname, '..', '..', 'app');
const ROUTER = readFileSync(join(APP, 'router.tsx'), 'utf8');

/** Every screen of the router: its file and the parts of the texts that it names. */
const screens = [...ROUTER.matchAll(/screen\(\s*\[([^\]]*)\],\s*async \(\) => \(await import\('([^']+)'\)\)/g)].map(([, parts, file]) => ({
  file: file ?? '',
  parts: [...(parts ?? '').matchAll(/'(\w+)'/g)].map(([, part]) => part ?? '').sort(),
}));

/** The files that a file brings with it, itself among them; texts and other screens come by themselves. */
function filesOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(/(?:from |import\()'(\.[^']+\.tsx?)'/g);
  for (const [, path] of imports) {
    const next = join(dirname(file), path ?? '');
    if (!/i18n\/(?:texts|ru|en)\b/.test(next)) filesOf(next, seen);
  }
  return seen;
}

const partsOf = async (locale: 'ru' | 'en') =>
  new Map(
    (
      await Promise.all(
        Object.entries(TEXTS[locale]).map(async ([part, load]) => Object.keys(await load()).map((name) => [name, part] as const)),
      )
    ).flat(),
  );

describe('texts of the screens', () => {
  test('every screen of the router is read here', () => {
    expect(screens).toHaveLength([...ROUTER.matchAll(/await import\(/g)].length);
  });

  test('both languages have the same parts', async () => {
    expect([...(await partsOf('en'))]).toEqual([...(await partsOf('ru'))]);
  });

  test.each(screens)('$file names the parts that it uses', async ({ file, parts }) => {
    const partOf = await partsOf('ru');
    const code = [...filesOf(join(APP, file))].map((path) => readFileSync(path, 'utf8')).join('\n');
    const used = new Set([...code.matchAll(/['`](\w+)\.[a-z_.]+(?:\$\{|['`])/g)].map(([, name]) => partOf.get(name ?? '')));
    expect([...used].filter((part) => part !== undefined && part !== 'base').sort()).toEqual(parts);
  });
});
