import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type MockServer, startMock } from '../../../apps/console/mock/server.ts';
import type { World } from '../../../apps/console/mock/world.ts';
import { openBrowser } from './browser.ts';
import { settle } from './screens.ts';

/** The function by which a page reports a violation of its policy. */
const REPORT = 'reportPolicyViolation';

/** A browser and a mock server for the tests of one file; every test has a fresh world and a fresh context. */
export interface Stage {
  readonly mock: () => MockServer;
  readonly world: () => World;
  /** Opens a context in this language and scheme; its page is the one that the test acts in. */
  readonly openPage: (locale: 'ru' | 'en', scheme?: 'light' | 'dark') => Promise<Page>;
  /** The same, once for all tests of the file, which is faster: the next test finds the browser data of the one before. */
  readonly sharedPage: (locale: 'ru' | 'en', scheme: 'light' | 'dark') => Promise<Page>;
  /** Requests below this address leave the page on purpose; the test answers them. */
  readonly allow: (address: string) => void;
  /** Goes to a path of the console and waits until nothing is loading. */
  readonly visit: (page: Page, path: string) => Promise<void>;
}

/** Sets the stage up around the tests of the file; after each it checks that no request left for another host, and none violated the policy. */
export function setStage(): Stage {
  let browser: Browser;
  let mock: MockServer;
  let context: BrowserContext | undefined;
  const shared = new Map<string, Promise<Page>>();
  let foreign: string[] = [];
  /** What the page did against its content security policy, which is the gateway's. */
  let refused: string[] = [];
  let allowed: string[] = [];
  beforeAll(async () => {
    [browser, mock] = await Promise.all([openBrowser(), startMock('full')]);
  });
  afterAll(async () => {
    await browser.close();
    await mock.close();
  });
  beforeEach(() => {
    foreign = [];
    refused = [];
    allowed = [];
    mock.reset('full');
  });
  afterEach(async () => {
    await context?.close();
    expect(foreign).toEqual([]);
    expect(refused).toEqual([]);
    expect(mock.world().faults).toEqual([]);
  });
  const openContext = async (locale: 'ru' | 'en', scheme: 'light' | 'dark'): Promise<BrowserContext> => {
    // Nobody waits for menus to unfold.
    const opened = await browser.newContext({ viewport: { width: 1366, height: 900 }, colorScheme: scheme, reducedMotion: 'reduce' });
    await opened.addInitScript((chosen) => {
      if (localStorage.getItem('leakwatch.locale') === null) localStorage.setItem('leakwatch.locale', chosen);
    }, locale);
    await opened.exposeFunction(REPORT, (violation: string) => void refused.push(violation));
    await opened.addInitScript((report) => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
        const call: unknown = Reflect.get(globalThis, report);
        if (typeof call === 'function') call(`${violatedDirective} ${blockedURI} ${sourceFile} on ${location.pathname}`);
      });
    }, REPORT);
    return opened;
  };
  const pageOf = async (opened: BrowserContext): Promise<Page> => {
    const page = await opened.newPage();
    page.setDefaultTimeout(120_000);
    page.on('request', (request) => {
      if (![mock.url, ...allowed].some((address) => request.url().startsWith(address))) foreign.push(request.url());
    });
    return page;
  };
  const openPage = async (locale: 'ru' | 'en', scheme: 'light' | 'dark' = 'light'): Promise<Page> => {
    context = await openContext(locale, scheme);
    return pageOf(context);
  };
  const sharedPage = (locale: 'ru' | 'en', scheme: 'light' | 'dark'): Promise<Page> => {
    const page = shared.get(`${locale} ${scheme}`) ?? openContext(locale, scheme).then(pageOf);
    shared.set(`${locale} ${scheme}`, page);
    return page;
  };
  const visit = async (page: Page, path: string): Promise<void> => {
    await page.goto(mock.url + path);
    await settle(page);
  };
  return { mock: () => mock, world: () => mock.world(), openPage, sharedPage, allow: (address) => void allowed.push(address), visit };
}

/** Waits for a condition on the mock server's world. */
export async function until(holds: () => boolean): Promise<void> {
  for (let waited = 0; !holds(); waited += 50) {
    if (waited > 30_000) throw new Error(`never: ${holds.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
