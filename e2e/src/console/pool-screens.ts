import type { ServiceAccount } from '@leakwatch/contracts';
import { mockId } from '../../../apps/console/mock/ids.ts';
import type { Screen } from './screen.ts';

const PROXIES = '/settings/proxies';
const ACCOUNTS = '/settings/service-accounts';

/** Opens the menu of a row. */
const openMenu =
  (row: number): Screen['act'] =>
  async (page) => {
    await page.locator('tbody tr').nth(row).locator('button').last().click();
    await page.waitForSelector('[role=menu]');
  };

/** Opens the menu of the columns and hides the first one, by keys alone. */
const openColumns: Screen['act'] = async (page) => {
  await page.locator('main button', { hasText: /^(Столбцы|Columns)/ }).focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('[role=menu] [role=menuitemcheckbox]');
  await page.keyboard.press('ArrowDown');
  await page.waitForSelector('[role=menuitemcheckbox]:focus');
  await page.keyboard.press('Space');
  await page.waitForSelector('[role=menuitemcheckbox][aria-checked=false]:focus');
};

/** Changes the account of Telegram that the dialog shows. */
const telegramAccount =
  (change: Partial<ServiceAccount>): Screen['world'] =>
  (world) => {
    world.serviceAccounts = world.serviceAccounts.map((one) => (one.id === mockId(41, 7) ? { ...one, ...change } : one));
  };

/** Telegram ended its session during a crawl, and another account has its number. */
const REFUSED = {
  state: 'blocked',
  block_reason: 'refused',
  telegram_stage: 'ended',
  err_msg: 'SESSION_REVOKED',
  phone_shared: true,
} satisfies Partial<ServiceAccount>;

/** The staff pages of proxies and service accounts, their dialogs, and the menu of a row. */
export const POOL_SCREENS: readonly Screen[] = [
  { name: 'proxies', path: PROXIES, scenarios: ['full', 'empty', 'failing'], staff: true },
  { name: 'proxies-nothing', path: `${PROXIES}?org=${mockId(8, 1)}&state=blocked`, scenarios: ['full'], staff: true },
  {
    name: 'proxies-delete-matching',
    path: `${PROXIES}?state=blocked`,
    scenarios: ['full'],
    staff: true,
    act: async (page) => {
      await page.click('button:has-text("Удалить подходящие"), button:has-text("Delete the matching ones")');
      await page.waitForSelector('[role=dialog]');
    },
  },
  { name: 'proxies-menu', path: PROXIES, scenarios: ['full'], staff: true, act: openMenu(5) },
  {
    name: 'proxies-columns',
    path: `${PROXIES}?sort=-last_check`,
    scenarios: ['full'],
    staff: true,
    stored: { 'leakwatch.columns.proxies': 'used_by' },
    act: openColumns,
  },
  { name: 'proxies-edit', path: `${PROXIES}?dialog=${mockId(40, 3)}`, scenarios: ['full'], staff: true },
  {
    name: 'proxies-add',
    path: `${PROXIES}?dialog=new`,
    scenarios: ['full'],
    staff: true,
    act: async (page) => {
      await page.fill('[role=dialog] textarea', '203.0.113.1:3128:user:pass\n203.0.113.256:3128:user:pass\nsocks5://203.0.113.2:1080:u:p');
      await page.click('[role=dialog] button[type=submit]');
      await page.waitForSelector('.mantine-InputWrapper-error');
    },
  },
  { name: 'service-accounts', path: ACCOUNTS, scenarios: ['full', 'empty', 'failing'], staff: true },
  { name: 'service-accounts-nothing', path: `${ACCOUNTS}?org=${mockId(8, 1)}&source=gist`, scenarios: ['full'], staff: true },
  { name: 'service-accounts-menu', path: ACCOUNTS, scenarios: ['full'], staff: true, act: openMenu(4) },
  {
    name: 'service-accounts-refused',
    path: `${ACCOUNTS}?source=telegram`,
    scenarios: ['full'],
    staff: true,
    world: telegramAccount(REFUSED),
  },
  {
    name: 'service-accounts-delete-signed-in',
    path: `${ACCOUNTS}?source=telegram`,
    scenarios: ['full'],
    staff: true,
    world: telegramAccount({ state: 'blocked', telegram_stage: 'signed_in', err_msg: '' }),
    act: async (page) => {
      await openMenu(0)?.(page);
      await page.locator('[role=menuitem]').last().click();
      await page.waitForSelector('[role=dialog]');
    },
  },
  { name: 'service-accounts-edit', path: `${ACCOUNTS}?dialog=${mockId(41, 2)}`, scenarios: ['full'], staff: true },
  { name: 'service-accounts-missing', path: `${ACCOUNTS}?dialog=${mockId(41, 99)}`, scenarios: ['full'], staff: true },
  {
    name: 'service-accounts-faults',
    path: `${ACCOUNTS}?dialog=new`,
    scenarios: ['full'],
    staff: true,
    act: async (page) => {
      await page.click('[role=dialog] button[type=submit]');
      await page.waitForSelector('.mantine-InputWrapper-error');
    },
  },
  {
    name: 'service-accounts-offered',
    path: `${ACCOUNTS}?dialog=new`,
    scenarios: ['full'],
    staff: true,
    act: async (page) => {
      await page.selectOption('[role=dialog] select[name=source_type]', 'google_docs');
      await page.click('[role=dialog] input[name=proxy_ext]');
      await page.waitForSelector('[role=option]:has-text("198.51.100")');
    },
  },
  {
    name: 'service-accounts-import',
    path: `${ACCOUNTS}?dialog=import`,
    scenarios: ['full'],
    staff: true,
    act: async (page) => {
      await page.selectOption('[role=dialog] select[name=source_type]', 'gitlab_cloud');
      await page.fill('[role=dialog] textarea', 'crawler-1 token 203.0.113.1:3128\ncrawler-2 token');
      await page.click('[role=dialog] button[type=submit]');
      await page.waitForSelector('.mantine-InputWrapper-error');
    },
  },
  { name: 'telegram-code', path: `${ACCOUNTS}?telegram=${mockId(41, 7)}`, scenarios: ['full', 'failing'], staff: true },
  {
    name: 'telegram-application',
    path: `${ACCOUNTS}?telegram=${mockId(41, 7)}`,
    scenarios: ['full'],
    staff: true,
    world: telegramAccount({ state: 'ready', telegram_stage: null }),
  },
  {
    name: 'telegram-password',
    path: `${ACCOUNTS}?telegram=${mockId(41, 7)}`,
    scenarios: ['full'],
    staff: true,
    world: telegramAccount({ telegram_stage: 'password', err_msg: 'password_invalid' }),
  },
  {
    name: 'telegram-ended',
    path: `${ACCOUNTS}?telegram=${mockId(41, 7)}`,
    scenarios: ['full'],
    staff: true,
    world: telegramAccount(REFUSED),
  },
  {
    name: 'telegram-stopped',
    path: `${ACCOUNTS}?telegram=${mockId(41, 7)}`,
    scenarios: ['full'],
    staff: true,
    world: telegramAccount({ state: 'blocked', telegram_stage: 'signed_in', err_msg: '' }),
  },
  {
    name: 'telegram-sign-out',
    path: `${ACCOUNTS}?telegram=${mockId(41, 7)}`,
    scenarios: ['full'],
    staff: true,
    world: telegramAccount({ state: 'blocked', telegram_stage: 'signed_in', err_msg: '' }),
    act: async (page) => {
      await page.locator('button', { hasText: /^(Выйти из|Sign out of) Telegram$/ }).click();
      await page.waitForSelector('text=/Telegram завершит|Telegram ends/');
    },
  },
];
