import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { mockId } from '../../apps/console/mock/ids.ts';
import { setStage } from './console/stage.ts';

// Where the system forces its colours, what only a background says is lost.
const stage = setStage();

const colourOf = (of: Locator, property: 'color' | 'background-color' | 'outline-style'): Promise<string> =>
  of.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

async function openForced(path: string): Promise<Page> {
  const page = await stage.openPage('en');
  await page.emulateMedia({ forcedColors: 'active' });
  await stage.visit(page, path);
  return page;
}

test('a checked box and a chosen radio button show it', async () => {
  const page = await openForced('/?status=all');
  const box = page.locator('article input[type=checkbox]').first();
  await box.check();
  const tick = page.locator('article .mantine-Checkbox-icon').first();
  expect(await colourOf(tick, 'color')).not.toBe(await colourOf(box, 'background-color'));

  await stage.visit(page, '/blacklist?dialog=new');
  const dialog = page.getByRole('dialog');
  const dot = dialog.locator('input[type=radio]:checked + .mantine-Radio-icon');
  expect(await colourOf(dot, 'color')).not.toBe(await colourOf(dialog.locator('input[type=radio]').first(), 'background-color'));
  // It lies over a page of the same colour.
  expect(await colourOf(dialog, 'outline-style')).toBe('solid');
});

test('the current page, language and status look different from the others, and can be read', async () => {
  const page = await openForced(`/events/${mockId(1, 33)}`);
  const pairs = [
    [page.locator('nav a[aria-current=page]').first(), page.locator('nav a:not([aria-current])').first()],
    [
      page.locator('.mantine-SegmentedControl-label[data-active]').first(),
      page.locator('.mantine-SegmentedControl-label:not([data-active])').first(),
    ],
    [page.locator('button[aria-pressed=true]').first(), page.locator('button[aria-pressed=false]').first()],
  ] as const;
  for (const [current, other] of pairs) {
    const background = await colourOf(current, 'background-color');
    expect(background).not.toBe(await colourOf(other, 'background-color'));
    expect(await colourOf(current, 'color')).not.toBe(background);
  }
});
