import { type Bench, type BenchContext, figure, goal, machineLine, median, table } from '@leakwatch/bench';
import type { Page } from 'playwright-core';
import { makeEvent } from '../../apps/console/mock/data/events.ts';
import { startMock } from '../../apps/console/mock/server.ts';
import { openBrowser } from '../src/console/browser.ts';
import { settle } from '../src/console/screens.ts';

/** Full rows hold ten times as much. */
const SIZES = {
  full: { rows: { compact: 1_000, full: 100 }, presses: 60 },
  tiny: { rows: { compact: 20, full: 10 }, presses: 3 },
} as const;
/** What issue 11 of the project asks for, in milliseconds. */
const MOST_MS = 50;
/** Between two keys: a person looks at the event, and the panel follows. */
const GAP_MS = 300;

const p95 = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;

/** Presses a key many times. Gives the times from the browser's event to the frame that shows its effect, in ms. */
async function press(page: Page, key: string, presses: number): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < presses; at += 1) {
    await page.evaluate(() => {
      const shown = new Promise<number>((tell) => {
        const listen = (event: KeyboardEvent) => {
          // The frame after the one that was drawn for the key: its own work is over.
          requestAnimationFrame(() => setTimeout(() => tell(performance.now() - event.timeStamp)));
        };
        document.addEventListener('keydown', listen, { once: true, capture: true });
      });
      Object.assign(globalThis, { shown });
    });
    await page.keyboard.press(key);
    times.push(await page.evaluate<number>('globalThis.shown'));
    await page.waitForTimeout(GAP_MS);
  }
  return times;
}

async function run(context: BenchContext): Promise<void> {
  const { rows, presses } = SIZES[context.size];
  const [browser, mock] = await Promise.all([openBrowser(), startMock('full')]);
  mock.world().events = Array.from({ length: rows.compact }, (_, at) =>
    makeEvent(rows.compact - at, { status: 'open', owner_status: true }),
  );
  const found: [string, readonly number[]][] = [];
  try {
    for (const density of ['compact', 'full'] as const) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.addInitScript((compact) => localStorage.setItem('leakwatch.compact', compact), density === 'compact' ? 'yes' : 'no');
      const started = performance.now();
      await page.goto(`${mock.url}/?size=${rows[density]}`);
      page.setDefaultTimeout(120_000);
      await page.waitForSelector('article');
      await settle(page);
      context.print(`${density}: ${await page.locator('article').count()} rows after ${figure(performance.now() - started)} ms`);
      await page.keyboard.press('j');
      found.push([`\`j\`, ${density} rows`, await press(page, 'j', presses)], [`\`x\`, ${density} rows`, await press(page, 'x', presses)]);
      await page.keyboard.press('Enter');
      await page.waitForSelector('aside section');
      found.push([`\`j\`, ${density} rows, panel open`, await press(page, 'j', presses)]);
      await page.close();
    }
  } finally {
    await browser.close();
    await mock.close();
  }
  context.print(machineLine());
  context.print(
    table(
      ['key', 'presses', 'median ms', 'p95 ms'],
      found.map(([what, times]) => [what, String(times.length), figure(median(times)), figure(p95(times))]),
    ),
  );
  const compact = found.filter(([what]) => what.includes('compact')).map(([, times]) => p95(times));
  context.print(goal('p95 of a key among compact rows, ms', Math.max(...compact), { most: MOST_MS }));
}

/** How soon the list shows what a key did, with the mock server and Chromium: the build in apps/console/dist. */
export const bench: Bench = { name: 'list-keys', run };
