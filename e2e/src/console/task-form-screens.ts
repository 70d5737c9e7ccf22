import type { Page } from 'playwright-core';
import { mockId } from '../../../apps/console/mock/ids.ts';
import type { World } from '../../../apps/console/mock/world.ts';
import type { Screen } from './screen.ts';

/** Opens the dialog of the open tab's list and types into it; nothing is added yet. */
export async function typeEntries(page: Page, text: string): Promise<void> {
  await page.locator('button:has-text("Добавить…"), button:has-text("Add…")').first().click();
  await page.locator('[role=dialog] textarea').first().fill(text);
}

/** Adds entries to the open tab's list by its dialog. */
export async function addEntries(page: Page, text: string): Promise<void> {
  await typeEntries(page, text);
  await page.locator('[role=dialog] button').last().click();
}

const MANY = Array.from({ length: 60 }, (_, at) => `host-${at}.corp.example`).join('\n');

/** A colleague saved the task after the form was opened. */
export function changedMeanwhile(): Screen {
  const id = mockId(2, 5);
  let opened: World | undefined;
  return {
    name: 'form-changed',
    path: `/task/update/${id}`,
    scenarios: ['full'],
    world: (world) => {
      opened = world;
    },
    act: async (page) => {
      await page.locator('input[name=title], [data-tour=title] input').first().fill('My new title');
      if (opened !== undefined)
        opened.tasks = opened.tasks.map((task) =>
          task.id === id ? { ...task, recipients: [...task.recipients, 'theirs@corp.example'], edit_version: task.edit_version + 1 } : task,
        );
      await page.click('button:has-text("Сохранить изменения"), button:has-text("Update the task")');
      await page.waitForSelector('text=/^Данные уже изменены|changed meanwhile/');
    },
  };
}

/** The forms of normal and deep tasks, new and changed, and their dialogs. */
export const TASK_FORM_SCREENS: readonly Screen[] = [
  { name: 'form-normal', path: '/task/create', scenarios: ['full', 'empty', 'failing'] },
  {
    name: 'form-filled',
    path: '/task/create',
    scenarios: ['full'],
    act: async (page) => {
      await addEntries(page, 'corp.example -bad mail.corp.example corp.example');
      await page.locator('[role=group] input[type=checkbox]').nth(1).check();
      for (const at of [1, 2, 3, 4, 5]) await page.locator('table input[type=checkbox]').nth(at).check();
    },
  },
  { name: 'form-add', path: '/task/create', scenarios: ['full'], act: (page) => typeEntries(page, 'corp.example -bad 1.example\n(x)') },
  {
    name: 'form-over',
    path: '/task/create?tab=internal_domain',
    scenarios: ['full'],
    act: (page) => addEntries(page, MANY),
  },
  {
    name: 'form-words',
    path: '/task/create',
    scenarios: ['full'],
    act: async (page) => {
      await page.locator('button:has-text("Выбрать слова"), button:has-text("Pick words")').first().click();
      await page.locator('[role=dialog] [role=group] input').nth(1).check();
    },
  },
  {
    name: 'form-magic',
    path: '/task/create?tab=keyword',
    scenarios: ['full'],
    act: (page) => addEntries(page, 'filename:.env key\nab\nvpn key'),
  },
  {
    name: 'form-upload',
    path: '/task/create?tab=keyword',
    scenarios: ['full'],
    act: async (page) => {
      await page.locator('button:has-text("Загрузить из файла"), button:has-text("Upload a file")').click();
      const file = { name: 'keywords.csv', mimeType: 'text/csv', buffer: Buffer.from('a') };
      await page.locator('[role=dialog] input[type=file]').setInputFiles(file);
    },
  },
  {
    name: 'form-regex',
    path: '/task/create?tab=regex',
    scenarios: ['full'],
    act: async (page) => {
      await addEntries(page, '[0-9]{8}\nINV-[0-9]+\ntok_[0-9]{6}\n([a-z');
      await page.locator('section input').fill('BILL[0-9]{4}');
      await page.locator('section textarea').first().fill('first BILL1234, second BILL9876\nnot BILLx');
      await page.waitForSelector('mark');
    },
  },
  { name: 'form-filter', path: '/task/create?tab=filter', scenarios: ['full'], act: (page) => addEntries(page, 'sample\ntest data') },
  { name: 'form-deep', path: '/deep_task/create', scenarios: ['full', 'failing'] },
  {
    name: 'form-deep-broken',
    path: '/deep_task/create',
    scenarios: ['full'],
    act: async (page) => {
      await page.locator('[data-tour=patterns] input').fill('corp.example: xy');
      await page.locator('[data-tour=patterns] input').blur();
    },
  },
  { name: 'form-update', path: `/git_monitoring/update/${mockId(2, 1)}`, scenarios: ['full', 'failing'] },
  { name: 'form-update-deep', path: `/task/update/${mockId(2, 5)}`, scenarios: ['full'] },
  { name: 'form-update-missing', path: `/task/update/${mockId(2, 999)}`, scenarios: ['full'] },
  {
    name: 'form-tour',
    path: '/task/create',
    scenarios: ['full'],
    world: (world) => {
      world.settings = { ...world.settings, intro: true };
    },
    act: (page) => page.locator('[data-tour=title]').locator('xpath=preceding-sibling::section').locator('button').nth(1).click(),
  },
];
