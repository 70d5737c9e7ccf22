import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import {
  createServiceAccount,
  currentOrganisation,
  discoverRepositories,
  getTask,
  listServiceAccounts,
  listTaskOptions,
} from '@leakwatch/contracts';
import { type HostApi, manyRepositories, type SimulatedProxy, startGithubApi, startGitlabApi, startProxy } from '@leakwatch/simulators';
import { waitUntil } from '@leakwatch/testing';
import type { Browser, Page } from 'playwright-core';
import { findViolations, openBrowser } from './console/browser.ts';
import { ask, asConsole, type Cookies, signIn } from './product/api.ts';
import { makeCompany } from './product/make-company.ts';
import { addEntries } from './console/task-form-screens.ts';
import { PASSWORD, type Product, startProduct } from './product/product.ts';

jest.setTimeout(600_000);

const TOKEN = 'tok-of-the-company';

let product: Product;
let browser: Browser;
let github: HostApi;
let gitlab: HostApi;
let proxy: SimulatedProxy;
let ours: Cookies;

beforeAll(async () => {
  github = await startGithubApi({ accounts: { romashka: { type: 'Organization', repositories: manyRepositories(250) } } });
  gitlab = await startGitlabApi({ groups: { romashka: [{ name: 'site' }], 'romashka/back': [{ name: 'api' }], nothing: [] } });
  [product, browser] = await Promise.all([
    // The simulated proxy is on this machine.
    startProduct({ crawler: 2 }, { GITHUB_API_URL: github.origin, GITLAB_URL: gitlab.origin, GIT_ALLOW_PRIVATE_ADDRESSES: 'true' }),
    openBrowser(),
  ]);
  ours = await signIn(product.ready.url, product.email, PASSWORD);
  proxy = await startProxy({ kind: 'http' });
  await addServiceAccount();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await github?.close();
  await gitlab?.close();
  await proxy?.close();
});

/** Staff add an account of GitHub for the user's company, with a proxy that is not in the list yet. */
async function addServiceAccount(): Promise<void> {
  const { url, adminEmail, adminPassword } = product.ready;
  const organisation = currentOrganisation.answer.parse((await ask(url, 'GET', currentOrganisation.path, asConsole(ours))).body);
  const staff = await signIn(url, adminEmail, adminPassword);
  const { host, port } = proxy.address;
  const account = { source_type: 'github', company: organisation?.id, login: 'octo', password: TOKEN, proxy_ext: `${host}:${port}` };
  const added = await ask(url, 'POST', createServiceAccount.path, asConsole(staff, account));
  if (added.status !== 200) throw new Error(`no service account: ${added.status} ${added.code}`);
}

const discover = (source: string, account_name: string, cookies = ours) =>
  ask(product.ready.url, 'POST', `/api/discovery/${source}/`, asConsole(cookies, { account_name, source_type: source }));

async function openForm(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 900 } });
  await context.addInitScript(() => localStorage.setItem('leakwatch.locale', 'en'));
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(`${product.ready.url}/login`);
  await page.fill('role=textbox[name="E-mail"]', product.email);
  await page.fill('input[type="password"]', PASSWORD);
  await page.click('role=button[name="Sign in"]');
  await page.waitForURL(`${product.ready.url}/`);
  await page.goto(`${product.ready.url}/git_monitoring/create`);
  return page;
}

describe('discovery of repositories', () => {
  test('a user discovers 250, leaves and returns, chooses two, and creates the task', async () => {
    github.behaviour = { kind: 'held' };
    github.fromPage = 2;
    const page = await openForm();
    await page.fill('role=textbox[name="Title"]', 'Two of many');
    await page.fill('role=textbox[name="Account name"]', 'romashka');
    await page.click('role=button[name="Find repositories"]');
    await page.waitForSelector('text=100 repositories found so far');
    await page.reload();
    await page.waitForSelector('text=100 repositories found so far');
    github.behaviour = { kind: 'plain' };
    await page.waitForSelector('text=Chosen 0 of 250');
    expect(github.requests).toHaveLength(3);
    await page.check('role=checkbox[name="romashka/service-0007"]');
    await page.fill('role=searchbox[name="Search by name"]', '0249');
    await page.check('role=checkbox[name="Select all that match"]');
    await page.waitForSelector('text=Chosen 2 of 250');
    expect(await findViolations(page)).toEqual([]);
    await addEntries(page, 'romashka.example');
    await page.click('role=checkbox[name="Credentials"]');
    await page.click('role=button[name="Create the task"]');
    await page.waitForURL('**/tasks');
    const options = listTaskOptions.answer.parse((await ask(product.ready.url, 'GET', '/api/tasks/full/', asConsole(ours))).body);
    const id = options.find((task) => task.title === 'Two of many')?.id ?? '';
    const task = getTask.answer.parse((await ask(product.ready.url, 'GET', `/api/tasks/${id}/`, asConsole(ours))).body);
    expect(task.git_repository_observer).toEqual({ account_name: 'romashka', source_type: 'github', is_organisation: true });
    expect(task.git_repositories.map((one) => [one.repo_title, one.git_remote_url, one.repo_default_branch])).toEqual([
      ['romashka/service-0007', 'https://github.com/romashka/service-0007.git', 'main'],
      ['romashka/service-0249', 'https://github.com/romashka/service-0249.git', 'main'],
    ]);
  });

  test('a GitLab group with its subgroups is listed through the gateway', async () => {
    const rows = await waitUntil('the list', async () => {
      const answer = await discover('gitlab', 'romashka');
      return answer.status === 200 && discoverRepositories.answer.parse(answer.body);
    });
    expect(rows.map((row) => row.repo_title)).toEqual(['romashka/site', 'romashka/back/api']);
    expect(await discover('gitlab', 'nothing')).toMatchObject({ status: 200, body: [] });
  });

  test('refusals have the statuses of the contract and contain nothing of the host’s response', async () => {
    expect(await discover('github', 'nobody')).toMatchObject({ status: 404, code: 'discovery_not_found' });
    expect(await discover('github', '../user')).toMatchObject({ status: 400, code: 'discovery_account_invalid' });
    expect(await discover('custom', 'romashka')).toMatchObject({ status: 400, code: 'invalid_request' });
    github.behaviour = { kind: 'status', status: 500 };
    github.fromPage = 1;
    const away = await discover('github', 'other');
    expect(away).toMatchObject({ status: 425, code: 'discovery_unavailable' });
    expect(JSON.stringify(away.body)).not.toContain('secret detail');
    github.behaviour = { kind: 'limited', seconds: 120 };
    const limited = await discover('github', 'third');
    expect(limited).toMatchObject({ status: 425, code: 'discovery_rate_limited' });
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(60);
    expect(JSON.stringify(limited.body)).not.toContain('203.0.113.7');
  });

  test('the account of the company asks its host only, through its proxy, and its token is in no answer', async () => {
    const sent = github.requests.map((request) => request.headers['authorization']);
    expect(sent[0]).toBe(`token ${TOKEN}`);
    // Anonymous only once the account's limit is used up.
    expect(new Set(sent)).toEqual(new Set([`token ${TOKEN}`, undefined]));
    expect(proxy.connections[0]?.target).toBe(new URL(github.origin).host);
    expect(JSON.stringify(gitlab.requests)).not.toContain(TOKEN);
    expect(JSON.stringify(await discover('gitlab', 'romashka'))).not.toContain(TOKEN);
    const staff = await signIn(product.ready.url, product.ready.adminEmail, product.ready.adminPassword);
    const list = await ask(product.ready.url, 'GET', listServiceAccounts.path, asConsole(staff));
    expect(listServiceAccounts.answer.parse(list.body).results).toMatchObject([{ login: 'octo', has_password: true }]);
    expect(JSON.stringify(list.body)).not.toContain(TOKEN);
    expect((await ask(product.ready.url, 'GET', listServiceAccounts.path, asConsole(ours))).status).toBe(403);
  });

  test('a deactivated or expired organisation cannot discover', async () => {
    const staff = await signIn(product.ready.url, product.ready.adminEmail, product.ready.adminPassword);
    const off = await makeCompany(product.ready.url, staff, {
      name: 'Off',
      email: 'user@off.example',
      taskLimit: 2,
      organisation: { active: false },
    });
    expect(await discover('gitlab', 'romashka', off)).toMatchObject({ status: 409, code: 'organisation_inactive' });
    const over = await makeCompany(product.ready.url, staff, {
      name: 'Over',
      email: 'user@over.example',
      taskLimit: 2,
      organisation: { starts_at: '2020-01-01T00:00:00Z', expires_at: '2021-01-01T00:00:00Z' },
    });
    expect(await discover('gitlab', 'romashka', over)).toMatchObject({ status: 409, code: 'organisation_expired' });
  });

  test('staff without an organisation can discover', async () => {
    const staff = await signIn(product.ready.url, product.ready.adminEmail, product.ready.adminPassword);
    expect((await discover('gitlab', 'romashka', staff)).status).toBe(200);
  });
});
