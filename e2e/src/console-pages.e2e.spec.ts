import { get, type IncomingMessage } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { changeManyStatuses, deleteTariff, login } from '@leakwatch/contracts';
import { findViolations } from './console/browser.ts';
import { isOnTop } from './console/is-on-top.ts';
import { openScreen, SCREENS } from './console/screens.ts';
import { setStage, until } from './console/stage.ts';
import { shows } from './console/shows.ts';

// Tests of the build in apps/console/dist against a typed mock server.
const stage = setStage();

/** Screens alternate in language and colour scheme, which takes half the time of all combinations. */
const LOOKS = [
  ['ru', 'light'],
  ['en', 'dark'],
] as const;

describe('axe finds nothing', () => {
  test.each(SCREENS.map((screen, index) => [screen.name, screen, LOOKS[index % 2] ?? LOOKS[0]] as const))(
    '%s',
    async (_name, screen, look) => {
      const page = await stage.sharedPage(look[0], look[1]);
      const found: string[] = [];
      for (const scenario of screen.scenarios) {
        await openScreen(page, stage.mock(), screen, scenario);
        found.push(...(await findViolations(page)).map((violation) => `${look.join(' ')} ${scenario}: ${violation}`));
      }
      expect(found).toEqual([]);
    },
  );
});

test('on a phone, a failure that stays covers neither the end of a page nor the buttons of a dialog', async () => {
  stage.mock().reset('full', true).refuse(deleteTariff, 500, 'internal');
  const page = await stage.openPage('en');
  await page.setViewportSize({ width: 390, height: 844 });
  await stage.visit(page, '/settings/tariffs');
  await page.getByRole('button', { name: 'Delete: Archive 2024' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alert').waitFor();
  const atEnd = async () => {
    await page.evaluate('scrollTo(0, 100_000)');
    return page.getByRole('combobox').last().evaluate(isOnTop);
  };
  await shows(atEnd, true);
  await page.evaluate("history.pushState(null, '', '/settings/organisations?dialog=new'); dispatchEvent(new PopStateEvent('popstate'))");
  const create = page.getByRole('dialog').getByRole('button').last();
  await create.waitFor();
  await create.scrollIntoViewIfNeeded();
  await shows(() => create.evaluate(isOnTop), true);
  expect(await page.getByRole('alert').count()).toBe(1);
});

describe('access', () => {
  test('a signed-out user is sent to /login and returns to the same page', async () => {
    stage.world().signedIn = false;
    const page = await stage.openPage('en', 'light');
    await stage.visit(page, '/tasks?title=billing');
    await page.waitForURL('**/login?next=*');
    await page.fill('input[name=username]', 'Irina@corp.example');
    await page.fill('input[name=password]', 'wrong');
    await page.click('button[type=submit]');
    await page.waitForSelector('text=Authentication Failed! Invalid credentials!');
    await page.fill('input[name=password]', 'right-password');
    await page.click('button[type=submit]');
    await page.waitForURL('**/tasks?title=billing');
    await page.waitForSelector('table');
    await stage.visit(page, '/login');
    await page.waitForURL(`${stage.mock().url}/`);
  });

  test('signing out leads to /login', async () => {
    const page = await stage.openPage('en', 'light');
    await stage.visit(page, '/tasks');
    await page.click('button[aria-label^="User menu"]');
    await page.click('role=menuitem[name="Sign out"]');
    await page.waitForURL('**/login');
    expect(stage.world().signedIn).toBe(false);
  });

  test('signing out clears the browser’s storage except language and colour scheme', async () => {
    const page = await stage.openPage('ru', 'light');
    await stage.visit(page, '/tasks');
    await page.evaluate(() => {
      localStorage.setItem('leakwatch.locale', 'en');
      localStorage.setItem('leakwatch.scheme', 'dark');
      localStorage.setItem('somebody’s', 'draft');
    });
    await page.goto(`${stage.mock().url}/logout`);
    await page.waitForURL('**/login');
    await page.waitForSelector('h1:has-text("Sign in")');
    expect(await page.evaluate(() => Object.entries(localStorage).sort())).toEqual([
      ['leakwatch.locale', 'en'],
      ['leakwatch.scheme', 'dark'],
    ]);
  });

  test('the language changes at once and is kept in the browser and on the account', async () => {
    const page = await stage.openPage('ru', 'light');
    await stage.visit(page, '/tasks');
    await page.waitForSelector('h1:has-text("Задачи")');
    await page.click('header >> text=EN');
    await page.waitForSelector('h1:has-text("Tasks")');
    await shows(() => page.getAttribute('html', 'lang'), 'en');
    await until(() => stage.world().settings.locale === 'en');
    await page.reload();
    await page.waitForSelector('h1:has-text("Tasks")');
  });
});

// In a browser: jsdom leaves the focus on a button that is disabled.
test('a button that is disabled while its request runs gets the focus back', async () => {
  const page = await stage.openPage('en', 'light');
  await stage.visit(page, '/');
  const press = async (button: string) => {
    await page.focus(button);
    await page.keyboard.press('Enter');
    await page.waitForSelector(`${button}[disabled]`);
    await page.waitForSelector(`${button}:not([disabled]):focus`);
  };
  stage.world().delayMs = 500;
  stage.world().refuse(changeManyStatuses, 500, 'internal');
  await page.check('role=checkbox[name="Select all on this page"]');
  await press('[role=group][aria-label="Set status"] button:has-text("Fixed")');
  stage.world().signedIn = false;
  stage.world().refuse(login, 500, 'internal');
  await stage.visit(page, '/login');
  await page.fill('input[name=username]', 'irina@corp.example');
  await page.fill('input[name=password]', 'wrong');
  await press('button[type=submit]');
});

// In a browser: jsdom does not scroll.
test('a page begins at its top, and is where it was after Back and a reload', async () => {
  const page = await stage.openPage('en', 'light');
  await page.setViewportSize({ width: 1000, height: 400 });
  await stage.visit(page, '/?status=all');
  const isAt = (top: number, path: string) => shows(() => page.evaluate('[scrollY, location.pathname].join()'), `${top},${path}`);
  await page.evaluate('scrollTo(0, 300)');
  await page.click('header >> text=Tasks');
  await page.waitForSelector('h1:has-text("Tasks")');
  await isAt(0, '/tasks');
  await page.goBack();
  await isAt(300, '/');
  await page.reload();
  await isAt(300, '/');
});

/** 1.6 Mb/s down, 0.75 Mb/s up, 150 ms: a slow mobile connection. Throughputs in bytes a second, latency in milliseconds. */
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

/** Runs in the page: notes when what `selector` finds is first there. */
function noteDrawn(selector: string): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector(selector) === null) return;
    performance.mark('drawn');
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** Runs in the page: when it was drawn, in milliseconds, and the addresses that were asked for before. */
function askedBefore(): { at: number; addresses: string[] } {
  const at = performance.getEntriesByName('drawn')[0]?.startTime ?? Infinity;
  const asked = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
  return { at, addresses: asked.filter(({ startTime }) => startTime < at).map(({ name }) => name) };
}

/** The bytes of a file as they are sent to a client that takes gzip only. `fetch` would unpack them. */
async function gzipBytes(address: string): Promise<number> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': 'gzip' } }, resolve).on('error', reject);
  });
  let bytes = 0;
  for await (const part of answer) bytes += part instanceof Buffer ? part.length : 0;
  expect([address, answer.statusCode, bytes > 0]).toEqual([address, 200, true]);
  return bytes;
}

/**
 * What a browser that opens the page for the first time asks for until it is drawn: all requests, and the bytes of the scripts as they are sent
 * with gzip. What a page loads later does not delay it.
 */
async function loadFirst(path: string, signedIn: boolean, drawn: string): Promise<{ requests: number; scriptBytes: number }> {
  const page = await stage.openPage('ru', 'light');
  stage.world().signedIn = signedIn;
  const network = await page.context().newCDPSession(page);
  await network.send('Network.emulateNetworkConditions', SLOW_LINE);
  await page.addInitScript(noteDrawn, drawn);
  await stage.visit(page, path);
  await page.waitForSelector(drawn);
  const { at, addresses } = await page.evaluate(askedBefore);
  const sizes = await Promise.all(addresses.filter((address) => address.endsWith('.js')).map(gzipBytes));
  const scriptBytes = sizes.reduce((sum, bytes) => sum + bytes, 0);
  process.stdout.write(`${path}: ${addresses.length} requests, ${scriptBytes} bytes of script, ${Math.round(at)} ms on a slow line\n`);
  return { requests: addresses.length, scriptBytes };
}

test('the sign-in page loads at most 155 kB of script, compressed, in few files', async () => {
  const { requests, scriptBytes } = await loadFirst('/login', false, 'input[name=password]');
  expect(scriptBytes).toBeLessThanOrEqual(155_000);
  expect(requests).toBeLessThanOrEqual(15);
});

test('the events page is drawn after at most 25 requests and 200 kB of script, compressed', async () => {
  const { requests, scriptBytes } = await loadFirst('/', true, 'mark');
  expect(requests).toBeLessThanOrEqual(25);
  expect(scriptBytes).toBeLessThanOrEqual(200_000);
});
