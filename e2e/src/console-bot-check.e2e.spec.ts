import { altchaPayload, BOT_CHECK_VENDORS, type BotCheckVendor } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Page, Route } from 'playwright-core';
import { setStage } from './console/stage.ts';

// What the page does before a sign-in, for each kind of check. The vendors' scripts are stand-ins with their documented calls.
const stage = setStage();
/** The time-out of the page. */
const PATIENCE_MS = 120_000;

const SCRIPTS: Readonly<Record<BotCheckVendor, string>> = {
  recaptcha: `window.grecaptcha = { ready: (then) => then(), execute: async (key, { action }) => ['recaptcha', key, action].join(' ') };`,
  hcaptcha: `window.hcaptcha = {
    render: (box, { sitekey, size }) => { box.textContent = size; return sitekey; },
    execute: async (widget, { async }) => ({ response: ['hcaptcha', widget, async].join(' '), key: '' }),
    remove: () => {},
  };`,
  turnstile: `window.turnstile = {
    render: (box, options) => { setTimeout(() => options.callback('turnstile ' + options.sitekey + ' ' + options.appearance)); return 'w'; },
    remove: () => {},
  };`,
};
const TOKENS: Readonly<Record<BotCheckVendor, string>> = {
  recaptcha: 'recaptcha the-key submit',
  hcaptcha: 'hcaptcha the-key true',
  turnstile: 'turnstile the-key interaction-only',
};

async function signIn(page: Page, password = 'right-password'): Promise<void> {
  await stage.visit(page, '/login');
  await page.fill('input[name=username]', 'irina@corp.example');
  await page.fill('input[name=password]', password);
  await page.click('button[type=submit]');
}

/** A page of somebody signed out whose check is the vendor's; `serve` answers for the vendor's script. */
async function openWith(vendor: BotCheckVendor, serve: (route: Route) => Promise<void>): Promise<Page> {
  const world = stage.world();
  world.signedIn = false;
  const { script } = BOT_CHECK_VENDORS[vendor];
  world.botCheck = { kind: vendor, site_key: 'the-key', script };
  const page = await stage.openPage('en');
  stage.allow(script);
  await page.route((url) => url.href.startsWith(script), serve);
  return page;
}

describe('the bot-check', () => {
  test('by proof of work: a new challenge for each try', async () => {
    const world = stage.world();
    world.signedIn = false;
    const { parameters, signature = '' } = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: 1000,
      counter: 300,
      deriveKey,
      hmacSignatureSecret: 'a',
      hmacKeySignatureSecret: 'b',
    });
    world.botCheck = { kind: 'altcha', challenge: { parameters, signature } };
    const page = await stage.openPage('en');
    await signIn(page, 'wrong-password');
    await page.waitForSelector('text=Authentication Failed');
    await page.fill('input[name=password]', 'right-password');
    await page.click('button[type=submit]');
    await page.waitForURL((url) => url.pathname === '/');
    const solutions = world.botTokens.map(
      (token) => altchaPayload.parse(JSON.parse(Buffer.from(String(token), 'base64').toString())).solution,
    );
    expect(solutions.map(({ counter }) => counter)).toEqual([300, 300]);
  });

  test.each(['recaptcha', 'hcaptcha', 'turnstile'] as const)('by %s', async (vendor) => {
    const page = await openWith(vendor, (route) => route.fulfill({ contentType: 'text/javascript', body: SCRIPTS[vendor] }));
    await signIn(page);
    await page.waitForURL((url) => url.pathname === '/');
    expect(stage.world().botTokens).toEqual([TOKENS[vendor]]);
  });

  test('that never answers is reported after a time-out, and nothing is sent', async () => {
    const silent = `window.turnstile = { render: () => { document.body.dataset.asked = 'yes'; return 'w'; }, remove: () => {} };`;
    const page = await openWith('turnstile', (route) => route.fulfill({ contentType: 'text/javascript', body: silent }));
    await page.clock.install();
    await signIn(page);
    await page.waitForSelector('body[data-asked]');
    await page.clock.fastForward(PATIENCE_MS);
    await page.waitForSelector('text=The browser check is unavailable');
    expect(stage.world().botTokens).toEqual([]);
  });

  test('whose script is blocked is reported, and nothing is sent', async () => {
    const page = await openWith('turnstile', (route) => route.abort());
    await signIn(page);
    await page.waitForSelector('text=The browser check is unavailable');
    expect(stage.world().botTokens).toEqual([]);
  });
});
