import type { Page } from 'playwright-core';

/** Opens the tab whose name begins so, and waits until its panel stands there: the one before takes input until then. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.click(`role=tab[name=/^${name}/]`);
  await page.waitForSelector(`role=tab[name=/^${name}/][selected]`);
}
