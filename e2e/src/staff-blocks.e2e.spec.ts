import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import {
  CSRF_HEADER,
  currentOrganisation,
  LOGO_TYPE,
  listEvents,
  listTelegramChats,
  listTelegramUsers,
  organisationStatistics,
  sessionCookie,
  STATISTICS_TEMPLATES,
  uploadLogo,
} from '@leakwatch/contracts';
import { asConsole, ask, type Cookies, signIn } from './product/api.ts';
import { openBrowser } from './console/browser.ts';
import { untilDone, untilEvents } from './product/events-of.ts';
import { makeCompany } from './product/make-company.ts';
import { PASSWORD, type Product, startProduct } from './product/product.ts';

jest.setTimeout(600_000);

/** A red point. */
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4z8AAAAMBAQAY3Y2wAAAAAElFTkSuQmCC', 'base64');

let product: Product;
let url: string;
let staff: Cookies;
let ours: Cookies;
let theirs: Cookies;
let company: string;
let events: number;

beforeAll(async () => {
  product = await startProduct();
  url = product.ready.url;
  const task = await product.startTask('/romashka.git', 'Romashka shop');
  await untilDone(product.user, task);
  await untilEvents(product.user, task, product.sample.planted.length);
  staff = await signIn(url, product.ready.adminEmail, product.ready.adminPassword);
  ours = await signIn(url, product.email, PASSWORD);
  theirs = await makeCompany(url, staff, { name: 'Vasilek', email: 'user@vasilek.example', taskLimit: 1 });
  company = currentOrganisation.answer.parse((await ask(url, 'GET', '/api/organisation/', asConsole(ours))).body)?.id ?? '';
  events = listEvents.answer.parse((await ask(url, 'GET', '/api/events/?status=all', asConsole(ours))).body).count;
});
afterAll(async () => {
  await product?.stop();
});

/** As a browser sends a form; without the CSRF token where none is given. */
async function upload(cookies: Cookies, file: Uint8Array<ArrayBuffer>, csrf = cookies.csrf) {
  const form = new FormData();
  form.append('file', new File([file], 'logo.png', { type: 'image/png' }));
  const headers = { cookie: `${sessionCookie(false)}=${cookies.session}; csrftoken=${cookies.csrf}`, [CSRF_HEADER]: csrf };
  const answer = await fetch(new URL(uploadLogo.path, url), { method: 'POST', headers, body: form });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}
const logoOf = (path: string, cookies: Cookies) =>
  fetch(new URL(path, url), { headers: { cookie: `${sessionCookie(false)}=${cookies.session}` } });
const statistics = `/api/statistic/{company}/events/`;

describe('the blocks of staff in the whole product', () => {
  test('statistics of an organisation have as many events as its list, in the last day and the last month', async () => {
    expect(events).toBeGreaterThan(0);
    for (const template of STATISTICS_TEMPLATES) {
      let counted = 0;
      for (let tries = 0; tries < 100 && counted !== events; tries += 1) {
        if (tries > 0) await new Promise((resolve) => setTimeout(resolve, 100));
        const path = `${statistics.replace('{company}', company)}?template=${template}`;
        const { labels: _, ...series } = organisationStatistics.answer.parse((await ask(url, 'GET', path, asConsole(staff))).body);
        counted = Object.values(series)
          .flatMap(({ data }) => data)
          .reduce((sum, count) => sum + count, 0);
      }
      expect({ template, counted }).toEqual({ template, counted: events });
    }
  });

  test('a logo goes through the gateway to the people of its organisation alone, and is drawn in the frame', async () => {
    expect((await upload(ours, PNG)).body).toMatchObject({ code: 'forbidden' });
    expect((await upload(staff, PNG, '')).body).toMatchObject({ code: 'csrf_failed' });
    expect((await upload(staff, new TextEncoder().encode('<svg/>'))).body).toMatchObject({ code: 'logo_format' });
    expect((await upload(staff, new Uint8Array(7 * 1024 * 1024))).body).toMatchObject({ code: 'too_large' });
    const { logo } = uploadLogo.answer.parse((await upload(staff, PNG)).body);
    expect((await logoOf(logo, ours)).status).toBe(404);
    const given = await ask(url, 'PATCH', `/api/control/organisations/${company}/`, asConsole(staff, { logo }));
    expect(given.status).toBe(200);
    const shown = await logoOf(logo, ours);
    expect([shown.status, shown.headers.get('content-type'), shown.headers.get('x-content-type-options')]).toEqual([
      200,
      LOGO_TYPE,
      'nosniff',
    ]);
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect((await logoOf(logo, theirs)).status).toBe(404);
    expect((await fetch(new URL(logo, url))).status).toBe(401);

    const browser = await openBrowser();
    const context = await browser.newContext();
    await context.addCookies([{ name: sessionCookie(false), value: ours.session, url }]);
    const page = await context.newPage();
    await page.goto(`${url}/profile`);
    const image = page.locator(`header img[src="${logo}"]`);
    await image.waitFor();
    expect(await image.evaluate((element) => Reflect.get(element, 'naturalWidth'))).toBe(1);
    await browser.close();
  });

  test('lists of Telegram are for staff alone', async () => {
    for (const route of [listTelegramChats, listTelegramUsers]) {
      expect(route.answer.parse((await ask(url, 'GET', route.path, asConsole(staff))).body)).toEqual({ count: 0, results: [] });
      expect((await ask(url, 'GET', route.path, asConsole(ours))).code).toBe('forbidden');
      expect((await ask(url, 'GET', route.path)).code).toBe('not_authenticated');
    }
    expect((await ask(url, 'GET', statistics.replace('{company}', company), asConsole(ours))).code).toBe('forbidden');
  });
});
