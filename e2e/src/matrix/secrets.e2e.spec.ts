import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import {
  addTwoFactor,
  createProxies,
  createProxy,
  createServiceAccount,
  createServiceAccounts,
  createWebhook,
  currentOrganisation,
  generateToken,
  generateTokenPost,
  PUBLIC_ROUTES,
} from '@leakwatch/contracts';
import { z } from 'zod';
import { asConsole, ask, type Cookies, signIn } from '../product/api.ts';
import { PASSWORD, type Product, startProduct } from '../product/product.ts';
import { createTask } from '@leakwatch/local';

jest.setTimeout(600_000);

const GIT_PASSWORD = 'git-password-4717';
/** What staff and users type or get once, and must never be answered again. */
const SECRETS: Record<string, string> = {
  proxy: 'proxy-pass-4711',
  'proxy of a list': 'listed-proxy-pass-4712',
  'service account': 'account-token-4713',
  'service account of a list': 'listed-account-token-4714',
  'changed service account': 'changed-account-token-4715',
  'account of Telegram': 'telegram-password-4716',
  repository: GIT_PASSWORD,
  'path of a receiver': 'path-4718',
  'password of a person': PASSWORD,
};
let product: Product;
let url: string;
let staff: Cookies;
let ours: Cookies;
/** Ids of everything that a path can name. */
const ids = new Set<string>();
const answers: string[] = [];

const idOf = z.object({ id: z.uuid() });
async function call(method: string, path: string, cookies: Cookies, body?: unknown): Promise<unknown> {
  const answer = await ask(url, method, path, asConsole(cookies, body));
  expect({ path, status: answer.status }).toEqual({ path, status: 200 });
  answers.push(`${method} ${path} ${JSON.stringify(answer.body)}`);
  const made = idOf.safeParse(answer.body);
  if (made.success) ids.add(made.data.id);
  return answer.body;
}
const made = async (path: string, cookies: Cookies, body?: unknown) => idOf.parse(await call('POST', path, cookies, body)).id;

beforeAll(async () => {
  product = await startProduct();
  url = product.ready.url;
  staff = await signIn(url, product.ready.adminEmail, product.ready.adminPassword);
  ours = await signIn(url, product.email, PASSWORD);
  const company = currentOrganisation.answer.parse((await ask(url, 'GET', currentOrganisation.path, asConsole(ours))).body)?.id ?? '';
  ids.add(company);
  const proxy = { ip_address: '198.51.100.1', port: 3128, login: 'p', password: SECRETS['proxy'], company };
  const proxyId = await made(createProxy.path, staff, proxy);
  await call('PATCH', `/api/control/proxies/${proxyId}/`, staff, { port: 3129 });
  await call('POST', `/api/control/proxies/${proxyId}/block/`, staff);
  await call('POST', createProxies.path, staff, { proxies: [`198.51.100.2:3128:p:${SECRETS['proxy of a list']}`] });
  const github = { source_type: 'github', company, login: 'octo', password: SECRETS['service account'], proxy_ext: '198.51.100.3:3128' };
  const account = await made(createServiceAccount.path, staff, github);
  await call('PATCH', `/api/control/services/accounts/${account}/`, staff, { password: SECRETS['changed service account'] });
  for (const step of ['block', 'unblock', 'unlink']) await call('POST', `/api/control/services/accounts/${account}/${step}/`, staff);
  const lines = [`octo-2 ${SECRETS['service account of a list']} 198.51.100.4:3128`];
  await call('POST', createServiceAccounts.path, staff, { source_type: 'gitlab_cloud', accounts: lines });
  const telegram = { source_type: 'telegram', login: 'watcher', password: SECRETS['account of Telegram'], phone: '+79001112233' };
  await made(createServiceAccount.path, staff, telegram);
  const remote = product.git.url('/romashka.git', { username: 'reader', password: GIT_PASSWORD });
  ids.add(await createTask(product.user, product.sample, remote, 'With credentials'));
  // What is answered once and never again.
  const { token } = generateToken.answer.parse((await ask(url, 'POST', generateTokenPost.path, asConsole(ours))).body);
  SECRETS['API token'] = token;
  const hook = { url: 'https://receiver.invalid/path-4718', events: ['event.created'], format: 'plain' };
  const created = createWebhook.answer.parse((await ask(url, 'POST', createWebhook.path, asConsole(ours, hook))).body);
  SECRETS['key of a webhook'] = created.secret;
  ids.add(created.webhook.id);
  const factor = addTwoFactor.answer.parse((await ask(url, 'POST', addTwoFactor.path, asConsole(ours))).body);
  SECRETS['seed of a second factor'] = factor.secret;
});
afterAll(async () => {
  await product?.stop();
});

test('no answer of any route repeats a secret, to staff or to the people of an organisation', async () => {
  const values = z.array(z.string().min(8)).parse(Object.values(SECRETS));
  const routes = PUBLIC_ROUTES.filter(
    ({ method, changesState, answerType }) => method === 'GET' && !changesState && answerType === undefined,
  );
  expect(routes.length).toBeGreaterThan(60);
  const seen = new Set<string>();
  for (const [who, cookies] of [
    ['staff', staff],
    ['user', ours],
  ] as const)
    for (const { path, access } of routes) {
      if (who === 'user' && access === 'staff') continue;
      const typed = path.replace('{type}', 'all_inclusive').replace('{queue}', 'pool-checks');
      for (const id of typed.includes('{') ? ids : ['']) {
        const answer = await ask(url, 'GET', typed.replaceAll(/\{\w+\}/g, id), asConsole(cookies));
        answers.push(`${who} ${typed} ${id} ${JSON.stringify(answer.body)}`);
        if (answer.status === 200) seen.add(path);
      }
    }
  for (const path of [
    '/api/control/proxies/{id}/',
    '/api/control/services/accounts/{id}/',
    '/api/control/audit/',
    '/api/control/observers/',
    '/api/tasks/{id}/',
  ])
    expect(seen).toContain(path);
  const spelled = values.flatMap((value) => [value, encodeURIComponent(value), Buffer.from(value).toString('base64')]);
  expect(answers.filter((answer) => spelled.some((value) => answer.includes(value))).map((answer) => answer.slice(0, 200))).toEqual([]);
});
