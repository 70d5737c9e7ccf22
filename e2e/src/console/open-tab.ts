import type { Page } from 'playwright-core';

/** Opens the tab whose name begins with the text, and waits until its panel is shown: the panel before takes input until then. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.click(`role=tab[name=/^${name}/]`);
  await page.waitForSelector(`role=tab[name=/^${name}/][selected]`);
}
