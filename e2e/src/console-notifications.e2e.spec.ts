import { expect, test } from '@jest/globals';
import { setStage } from './console/stage.ts';

const stage = setStage();

test('on a phone the title of a notification has the width of its card, and the buttons stand below it', async () => {
  const page = await stage.openPage('en');
  await page.setViewportSize({ width: 390, height: 844 });
  await stage.visit(page, '/notifications/');
  const card = page.locator('article').first();
  const title = await card.getByRole('heading').boundingBox();
  const button = await card.getByRole('button').first().boundingBox();
  expect(title?.width).toBeGreaterThan(150);
  expect((title?.y ?? 0) + (title?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
});
