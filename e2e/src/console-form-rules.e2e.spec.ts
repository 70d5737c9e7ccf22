import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { CHANNELS, DEEP_CASES, LIST_CASES, RECIPIENTS, TITLE_CASES } from './console/form-rules.ts';
import { setStage } from './console/stage.ts';
import { addEntries } from './console/task-form-screens.ts';
import { openTab } from './console/open-tab.ts';
import { shows } from './console/shows.ts';
import { TEXTS } from './console/texts.ts';

// Every rule of spec/2-tasks section 5, typed in by hand on both sides of its limit, in both languages.
const stage = setStage();

/** The first line of each entry: what stands below it is a note. */
const linesOf = async (page: Page, selector: string) =>
  (await page.locator(selector).allInnerTexts()).map((text) => text.trim().split('\n')[0] ?? '');
const byCode = (texts: Readonly<Record<string, string>>, code: string) => texts[code] ?? code;

describe.each(['ru', 'en'] as const)('the rules of the form, %s', (locale) => {
  const texts = TEXTS[locale];
  const open = async (path: string) => {
    const page = await stage.openPage(locale);
    await stage.visit(page, path);
    return page;
  };

  test('a title has 5 to 100 characters, which is told when it is left', async () => {
    const page = await open('/task/create');
    const field = page.getByRole('textbox', { name: texts.create.name });
    for (const [title, code] of TITLE_CASES) {
      await field.fill(title);
      await field.blur();
      if (code !== null) await page.waitForSelector(`text=${byCode(texts.faults, code)}`);
      await shows(async () => [title, await field.getAttribute('aria-invalid')], [title, code === null ? null : 'true']);
    }
  });

  test.each(LIST_CASES.map((one, at) => [`${one.list} ${at}`, one] as const))('%s', async (_, { list, typed, kept, dropped }) => {
    const page = await open(`/task/create?tab=${list}`);
    await addEntries(page, typed.join('\n'));
    await page.waitForSelector('[role=tabpanel] ul[aria-label] li');
    await shows(() => linesOf(page, '[role=tabpanel] ul[aria-label] li > span'), kept);
    await shows(
      () => linesOf(page, '[role=tabpanel] [role=status] li'),
      dropped.map(([text, reason]) => `${text}: ${byCode(texts.reasons, reason)}`),
    );
  });

  test('a deep pattern keeps each of its rules', async () => {
    const page = await open('/deep_task/create');
    const field = page.getByRole('textbox', { name: texts.create.form.deep_pattern });
    await page.getByRole('textbox', { name: texts.create.name }).fill('Deep one');
    const submit = page.locator(`role=button[name=${JSON.stringify(texts.create.submit)}]`);
    for (const [pattern, code] of DEEP_CASES) {
      await field.fill(pattern);
      await shows(async () => [pattern, await submit.isDisabled()], [pattern, code !== null]);
    }
  });

  test('recipients and channels that are none are dropped and told', async () => {
    const page = await open('/task/create');
    await page.getByRole('checkbox', { name: 'Telegram' }).check();
    for (const [name, { typed, kept, dropped }, reason] of [
      [texts.create.recipients, RECIPIENTS, 'recipient_invalid'],
      [texts.create.form.channels, CHANNELS, 'channel_invalid'],
    ] as const) {
      await page.getByRole('textbox', { name }).fill(typed);
      await page.keyboard.press('Enter');
      await page.waitForSelector(`ul[aria-label=${JSON.stringify(name)}] li`);
      await shows(() => linesOf(page, `ul[aria-label=${JSON.stringify(name)}] li > span`), kept);
      for (const text of dropped) await page.waitForSelector(`role=status >> text=${text}: ${byCode(texts.reasons, reason)}`);
    }
  });

  test('patterns: none, domains without keywords, as many as the tariff allows, and one more', async () => {
    const page = await open('/task/create?tab=internal_domain');
    const submit = page.locator(`role=button[name=${JSON.stringify(texts.create.submit)}]`);
    await page.getByRole('textbox', { name: texts.create.name }).fill('Billing');
    await submit.click();
    await page.waitForSelector(`text=${texts.faults.patterns_required}`);
    await addEntries(page, Array.from({ length: 40 }, (_, at) => `host-${at}.corp.example`).join('\n'));
    await shows(() => submit.isDisabled(), false);
    await addEntries(page, 'host-40.corp.example');
    await page.waitForSelector('role=alert');
    await shows(() => submit.isDisabled(), true);
    await page.getByRole('button', { name: 'host-40.corp.example' }).click();
    await shows(() => submit.isDisabled(), false);
    await openTab(page, texts.tasks.tab.public_domain);
    await addEntries(page, 'corp.example');
    await submit.click();
    await page.waitForSelector(`text=${texts.faults.domains_and_keywords}`);
    expect(stage.world().sent).toEqual([]);
  });
});
