import { describe, expect, test } from '@jest/globals';
import { createTask } from '@leakwatch/contracts';
import type { Page } from 'playwright-core';
import { mockId } from '../../apps/console/mock/ids.ts';
import { setStage, until } from './console/stage.ts';
import { addEntries, typeEntries } from './console/task-form-screens.ts';
import { openTab } from './console/open-tab.ts';
import { isOnTop } from './console/is-on-top.ts';
import { shows } from './console/shows.ts';
import { TEXTS, type Texts } from './console/texts.ts';

const stage = setStage();
const button = (page: Page, name: string) => page.locator(`role=button[name=${JSON.stringify(name)}]`);
const fillTitle = (page: Page, texts: Texts, title: string) => page.getByRole('textbox', { name: texts.create.name }).fill(title);
const sent = () => stage.world().sent.at(-1);

describe.each(['ru', 'en'] as const)('the forms filled by hand, %s', (locale) => {
  const texts = TEXTS[locale];

  test('a normal task', async () => {
    const page = await stage.openPage(locale);
    await stage.visit(page, '/task/create');
    await fillTitle(page, texts, 'Billing of the north');
    await page.getByRole('textbox', { name: texts.create.recipients }).fill('Ann@Corp.Example nobody');
    await page.keyboard.press('Enter');
    await page.waitForSelector(`text=${texts.reasons.recipient_invalid}`);
    await addEntries(page, 'corp.example -bad\nmail.corp.example');
    await page.getByRole('checkbox', { name: 'Tokens' }).check();
    await button(page, texts.create.form.pick_named.replace('{{name}}', 'Infrastructure')).click();
    await page.getByRole('checkbox', { name: 'vpn' }).check();
    await button(page, texts.create.form.ready).click();
    expect(await page.getByRole('checkbox', { name: 'Infrastructure' }).evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
    await openTab(page, texts.tasks.tab.internal_domain);
    await addEntries(page, 'intranet.corp');
    await openTab(page, texts.tasks.tab.keyword);
    await button(page, texts.create.form.upload).click();
    await page.locator('[role=dialog] input[type=file]').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('a') });
    await page.waitForSelector(`text=${texts.errors.keyword_file_format}`);
    await page.locator('[role=dialog] input[type=file]').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
    await button(page, texts.create.form.upload_action).click();
    await page.waitForSelector(`text=${texts.reasons.word_too_short}`);
    await openTab(page, texts.tasks.tab.regex);
    await page.getByRole('textbox', { name: texts.create.form.regex_try }).fill('BILL-[0-9]{4}');
    await page.getByRole('textbox', { name: texts.create.form.regex_sample }).fill('a BILL-1234 b');
    await shows(() => page.locator('mark').innerText(), 'BILL-1234');
    await page.locator('section').getByRole('button', { name: texts.create.add }).click();
    await openTab(page, texts.tasks.tab.filter);
    await addEntries(page, 'sample');
    await page.getByRole('radio', { name: texts.create.filter_require }).check();
    await page.getByRole('checkbox', { name: 'Telegram' }).check();
    await page.getByRole('textbox', { name: texts.create.form.channels }).fill('https://t.me/corp_leaks tg://join?invite=AbCdEf1234567890');
    // 2 domains × 4 keywords + 1 + 2 + 1 of 40.
    await page.waitForSelector('text=/28/');
    await button(page, texts.create.submit).click();
    await page.waitForSelector(`text=${texts.create.created}`, { state: 'attached' });
    await page.waitForURL('**/tasks');
    expect(sent()).toMatchObject({
      title: 'Billing of the north',
      is_deep: false,
      git_monitoring: false,
      recipients: ['ann@corp.example'],
      filter_keywords: ['sample'],
      filter_mode: 'require',
      git_repositories: [],
      patterns: {
        public_domains: { patterns: ['corp.example', 'mail.corp.example'] },
        internal_domains: { patterns: ['intranet.corp'] },
        keywords: { patterns: ['vpn key', 'filename:.env token'] },
        regex_keywords: { patterns: ['BILL-[0-9]{4}'] },
        deep: { patterns: [] },
      },
      sources: [
        { source_type: 'github', search_type: 'by_code', active: true, status: true, tg_channels: [] },
        {
          source_type: 'telegram',
          search_type: 'by_code',
          active: true,
          status: true,
          tg_channels: [{ username: 'corp_leaks' }, { username: '+AbCdEf1234567890' }],
        },
      ],
    });
  });

  test('a deep task: its button is enabled once a title and all rules are valid', async () => {
    const page = await stage.openPage(locale);
    await stage.visit(page, '/deep_task/create');
    const pattern = page.getByRole('textbox', { name: texts.create.form.deep_pattern });
    const rules = async () => page.locator(`[aria-label="${texts.create.form.rule_broken}"]`).count();
    const submit = button(page, texts.create.submit);
    await shows(() => page.getByRole('checkbox', { name: /Pastebin|Telegram|GitLab/ }).count(), 0);
    for (const [text, broken] of [
      ['', 4],
      ['ab', 2],
      ['corp.example xy', 1],
      ['one two three four', 1],
      ['corp#example', 1],
      ['x'.repeat(129), 1],
      ['corp.example key=1', 0],
    ] as const) {
      await pattern.fill(text);
      expect([text, await rules()]).toEqual([text, broken]);
      await shows(() => submit.isDisabled(), true);
    }
    await page.waitForSelector(`text=${texts.create.form.deep_unready}`);
    await fillTitle(page, texts, 'Deep one');
    await page.getByRole('checkbox', { name: 'Gist' }).check();
    await submit.click();
    await page.waitForURL('**/tasks');
    expect(sent()).toMatchObject({
      is_deep: true,
      patterns: { deep: { patterns: ['corp.example key=1'] }, internal_domains: { patterns: [] } },
      sources: [{ source_type: 'github' }, { source_type: 'gist' }],
    });
  });

  test('a git monitoring task', async () => {
    const page = await stage.openPage(locale);
    await stage.visit(page, '/git_monitoring/create');
    await fillTitle(page, texts, 'Repositories');
    await page.getByRole('combobox', { name: texts.create.observer_source }).selectOption('none');
    await addEntries(page, 'corp.example');
    await page.getByRole('checkbox', { name: 'Tokens' }).check();
    await button(page, texts.create.submit).click();
    await page.waitForSelector(`text=${texts.faults.observer_required}`);
    await page.waitForSelector(`text=${texts.faults.repositories_required}`);
    await page.getByRole('textbox', { name: texts.create.paste, exact: true }).fill('https://github.com/team/billing.git');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: texts.create.observer_source }).selectOption('github');
    await page.getByRole('textbox', { name: texts.create.account }).fill('team');
    await button(page, texts.create.submit).click();
    await page.waitForURL('**/tasks');
    expect(sent()).toMatchObject({
      git_monitoring: true,
      git_repository_observer: { account_name: 'team', source_type: 'github' },
      git_repositories: [{ repo_title: 'billing' }],
      sources: [{ source_type: 'git_repo', search_type: 'by_code', active: true, status: true, tg_channels: [] }],
    });
  });
});

describe('the form of a task', () => {
  test('of an existing task is filled in, and saving leads to its page', async () => {
    const page = await stage.openPage('en');
    const id = mockId(2, 1);
    await stage.visit(page, `/task/update/${id}`);
    await page.waitForURL(`**/git_monitoring/update/${id}`);
    await shows(() => page.inputValue('role=textbox[name="Title"]'), 'Monitoring of billing 1');
    await shows(() => page.isChecked('role=checkbox[name="Tokens"]'), false);
    await page.fill('role=textbox[name="Title"]', 'Renamed');
    await button(page, 'Update the task').click();
    await page.waitForSelector('text=Task successfully updated!', { state: 'attached' });
    await page.waitForURL(`**/git_monitoring/${id}`);
    expect(sent()).toMatchObject({ title: 'Renamed', patterns: { public_domains: { patterns: ['corp.example'] } } });
  });

  test('keeps a draft for each kind of task, including an open dialog', async () => {
    const page = await stage.openPage('en');
    await stage.visit(page, '/task/create');
    await page.fill('role=textbox[name="Title"]', 'A normal one');
    await typeEntries(page, 'corp.example');
    await stage.visit(page, '/deep_task/create');
    await shows(() => page.inputValue('role=textbox[name="Title"]'), '');
    await stage.visit(page, '/task/create');
    await shows(() => page.inputValue('role=textbox[name="Title"]'), 'A normal one');
    await page.waitForSelector('text=You typed text but did not add it');
    await button(page, 'Add…').click();
    await shows(() => page.inputValue('[role=dialog] textarea'), 'corp.example');
  });

  test('says how many patterns are over the limit, and removes all with undo', async () => {
    const page = await stage.openPage('en');
    await stage.visit(page, '/task/create?tab=internal_domain');
    const domains = (count: number) => Array.from({ length: count }, (_, at) => `d${at}.example`).join(' ');
    await addEntries(page, domains(40));
    await page.waitForSelector('text=0 patterns of 40 left');
    await shows(() => button(page, 'Create the task').isDisabled(), false);
    await addEntries(page, domains(42));
    await page.waitForSelector('text=Remove 2 patterns: the tariff allows 40 per task');
    await shows(() => button(page, 'Create the task').isDisabled(), true);
    await button(page, 'Remove all').click();
    await button(page, 'Undo').click();
    await page.waitForSelector('text=d41.example', { state: 'attached' });
    await page.getByRole('searchbox').fill('d41');
    await button(page, 'Remove d41.example').click();
    await page.waitForSelector('text=Remove 1 pattern: the tariff allows 40 per task');
  });

  test('marks the entry that the service recognises as a secret', async () => {
    const page = await stage.openPage('en');
    await stage.visit(page, '/task/create?tab=keyword');
    await page.fill('role=textbox[name="Title"]', 'With a secret');
    await addEntries(page, 'fine\nsecret');
    const fields = { 'patterns.keywords.patterns.1': 'keyword_is_secret' };
    stage.world().refuse(createTask, 400, 'task_invalid', { fields });
    await button(page, 'Create the task').click();
    await page.locator('li', { hasText: 'This entry. This looks like a real token' }).waitFor();
    expect(await page.locator('li', { hasText: 'This entry.' }).innerText()).toMatch(/^secret/);
    stage.world().refusals.clear();
    await button(page, 'Remove secret').click();
    await button(page, 'Create the task').click();
    await page.waitForURL('**/tasks');
  });

  test('on a phone, its button is not under the message that the form has faults', async () => {
    const page = await stage.openPage('ru');
    await page.setViewportSize({ width: 390, height: 844 });
    await stage.visit(page, '/task/create');
    const send = button(page, TEXTS.ru.create.submit);
    await send.click();
    // A message under the pointer stays.
    await page.getByText(TEXTS.ru.create.check_form).hover();
    for (const at of [0, 100_000]) {
      await page.evaluate(`scrollTo(0, ${at})`);
      expect(await send.evaluate(isOnTop)).toBe(true);
    }
  });

  test('shows its tour once, by keyboard', async () => {
    stage.world().settings = { ...stage.world().settings, intro: true };
    const page = await stage.openPage('en');
    await stage.visit(page, '/task/create');
    await page.waitForSelector('text=Step 1 of 4');
    await button(page, 'Next').focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=Step 2 of 4');
    await page.keyboard.press('Escape');
    await page.waitForSelector('text=Step 2 of 4', { state: 'detached' });
    await until(() => !stage.world().settings.intro);
    await page.reload();
    await page.waitForSelector('h1');
    await shows(() => page.locator('text=Step 1 of 4').count(), 0);
  });
});

test.each([360, 390])('on a phone of %i pixels nothing of the form has to be scrolled sideways', async (width) => {
  const page = await stage.openPage('ru');
  await page.setViewportSize({ width, height: 844 });
  const wider = `[document.documentElement, ...document.querySelectorAll('main *')].filter((one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1 && (one === document.documentElement || ['auto', 'scroll'].includes(getComputedStyle(one).overflowX))).map((one) => one.outerHTML.slice(0, 120))`;
  for (const path of ['/task/create', '/task/create?tab=regex', '/deep_task/create', '/git_monitoring/create']) {
    await stage.visit(page, path);
    await page.locator('[data-tour=title]').waitFor();
    for (const box of await page.locator('table input[type=checkbox]').all()) await box.check();
    expect({ path, wider: await page.evaluate(wider) }).toEqual({ path, wider: [] });
  }
});
