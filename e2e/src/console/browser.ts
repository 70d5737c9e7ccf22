import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const CHROMIUM = process.env['LEAKWATCH_CHROMIUM'] ?? '/usr/bin/chromium';

export const openBrowser = (): Promise<Browser> => chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/** The findings of axe on the page, one line each; none is expected. */
export async function findViolations(page: Page): Promise<string[]> {
  // Evaluated through the debugger: the page's content security policy refuses a script tag.
  await page.evaluate(axeSource);
  // What it would load first is for rules that cannot find anything here: an experimental one, which does not run, and one about audio.
  const results = await page.evaluate<AxeResults>('axe.run(document, { resultTypes: ["violations"], preload: false })');
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`),
  );
}
