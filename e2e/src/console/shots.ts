import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { type MockServer, startMock } from '../../../apps/console/mock/server.ts';
import type { Scenario } from '../../../apps/console/mock/world.ts';
import { findViolations, openBrowser } from './browser.ts';
import type { Screen } from './screen.ts';
import { openScreen, SCREENS } from './screens.ts';

// node -C source e2e/src/console/shots.ts [parts of names]: every screen in every size, language and scheme, into apps/console/shots (ignored by git).
const FOLDER = join(import.meta.dirname, '..', '..', '..', 'apps', 'console', 'shots');
const LOOKS = [
  { locale: 'ru', scheme: 'light', width: 1440 },
  { locale: 'en', scheme: 'dark', width: 1440 },
  { locale: 'ru', scheme: 'dark', width: 390 },
  { locale: 'en', scheme: 'light', width: 390 },
  { locale: 'en', scheme: 'light', width: 768 },
] as const;
type Look = (typeof LOOKS)[number];

const wanted = process.argv.slice(2);

async function shoot(page: Page, mock: MockServer, screen: Screen, scenario: Scenario, look: Look): Promise<number> {
  const name = `${screen.name}-${scenario}-${look.locale}-${look.scheme}-${look.width}`;
  if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) return 0;
  try {
    await openScreen(page, mock, screen, scenario);
  } catch (error) {
    process.stdout.write(`FAILED ${name}: ${String(error)}\n`);
  }
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  const violations = await findViolations(page);
  for (const violation of violations) process.stdout.write(`AXE ${name}: ${violation}\n`);
  return violations.length;
}

async function shootLook(browser: Browser, mock: MockServer, look: Look): Promise<number> {
  const context = await browser.newContext({ viewport: { width: look.width, height: 900 }, colorScheme: look.scheme });
  await context.addInitScript(({ locale }) => localStorage.setItem('leakwatch.locale', locale), look);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.on('pageerror', (error) => process.stdout.write(`PAGE ERROR: ${error.message}\n`));
  let found = 0;
  for (const screen of SCREENS) {
    for (const scenario of screen.scenarios) found += await shoot(page, mock, screen, scenario, look);
  }
  await context.close();
  return found;
}

if (wanted.length === 0) await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
const browser = await openBrowser();
const mock = await startMock('full');
let found = 0;
for (const look of LOOKS) found += await shootLook(browser, mock, look);
await browser.close();
await mock.close();
process.stdout.write(`axe findings: ${found}\n`);
process.exitCode = found === 0 ? 0 : 1;
