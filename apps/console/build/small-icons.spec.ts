import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import * as octicons from '@primer/octicons-react';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { drawnIcon } from './drawn-icon.ts';
import { drawingsOf } from './small-icons.ts';

const ICONS = join(dirname(createRequire(import.meta.url).resolve('@primer/octicons-react')), 'icons');
const ORIGINALS: ReadonlyMap<string, ComponentType<object>> = new Map(Object.entries(octicons));
const SHOWN = [{}, { size: 12 }, { size: 14 }, { size: 16 }, { size: 20 }, { size: 16, 'aria-label': 'Name' }];

const SOURCE = join(import.meta.dirname, '..', 'src');
const IMPORT = /import \{([^}]*)\} from '@primer\/octicons-react'/g;

const drawingsIn = (component: string) => drawingsOf(readFileSync(join(ICONS, `${component}.mjs`), 'utf8'));

test('every octicon that consists of plain paths is drawn as its own component draws it', () => {
  const components = readdirSync(ICONS).flatMap((file) => /^(\w+Icon)\.mjs$/.exec(file)?.[1] ?? []);
  expect(components.length).toBeGreaterThan(300);
  for (const component of components) {
    const icon = drawingsIn(component);
    const original = ORIGINALS.get(component);
    // Drawings of more than 16 pixels are left out: without a lower one nothing is left to compare.
    if (icon === undefined || original === undefined || icon.drawings.every(([height]) => height > 16)) continue;
    const drawn = drawnIcon(icon.name, ...icon.drawings);
    for (const props of SHOWN)
      expect([component, renderToStaticMarkup(createElement(drawn, props))]).toEqual([
        component,
        renderToStaticMarkup(createElement(original, props)),
      ]);
  }
});

test('every octicon of the console consists of plain paths', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  const texts = files.map((file) => readFileSync(join(SOURCE, file), 'utf8'));
  const imported = texts.flatMap((text) => [...text.matchAll(IMPORT)].flatMap(([, names = '']) => names.match(/\w+Icon\b/g) ?? []));
  expect(imported.length).toBeGreaterThan(100);
  expect(imported.filter((component) => drawingsIn(component) === undefined)).toEqual([]);
});
