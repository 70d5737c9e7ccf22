import { listSimilar, readEventText } from '@leakwatch/contracts';
import type { Page } from 'playwright-core';
import { mockId } from '../../../apps/console/mock/ids.ts';
import type { World } from '../../../apps/console/mock/world.ts';
import { ALL, FULL_ROWS, type Screen } from './screen.ts';

/** Of four events each, one line was found by several patterns, one of them twice. */
function atOnePlace(world: World): void {
  world.events = world.events.map((event, at) => ({
    ...event,
    line: 10 * Math.floor(at / 4),
    pattern: ['corp.example password', 'AKIA', 'smtp_password', 'corp.example password'][at % 4] ?? '',
    file_path: 'settings/mail.py',
    source_type: 'git_repo',
  }));
}

async function openRow(page: Page): Promise<void> {
  const toggle = page.locator('article button[aria-expanded=false]').first();
  await toggle.click();
  await page.locator('article [role=group] li a').first().waitFor();
}

/** The list of events and its dialogs. */
export const EVENT_LIST_SCREENS: readonly Screen[] = [
  { name: 'events', path: '/', scenarios: ALL },
  { name: 'events-staff', path: '/?status=all&size=20', scenarios: ['full'], staff: true },
  { name: 'events-nothing', path: '/?status=in_progress&source_type=telegram', scenarios: ['full'] },
  {
    name: 'events-sections',
    path: '/',
    scenarios: ['full'],
    act: async (page) => {
      const menu = page.locator('header nav button');
      if (await menu.isVisible()) await menu.click();
    },
  },
  {
    name: 'events-scheme',
    path: '/',
    scenarios: ['full'],
    act: async (page) => {
      await page
        .getByRole('button', { name: /^(Оформление|Appearance)$/ })
        .first()
        .click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'events-search-in',
    path: '/',
    scenarios: ['full'],
    act: async (page) => {
      await page.getByRole('combobox', { name: /^(Где искать|Search in)$/ }).click();
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'events-filtered',
    path: '/?status=all&file_lang=Python&start_datetime=2026-11-01T00:00:00Z&end_datetime=2026-10-01T00:00:00Z&file_content=corp',
    scenarios: ['full'],
  },
  {
    name: 'events-words',
    path: '/?severity=high&path_part=docs%2F',
    scenarios: ['full'],
    act: async (page) => {
      await page.getByRole('combobox', { name: /^(Где искать|Search in)$/ }).click();
      await page.getByRole('option', { name: /^(Слова|Words)$/ }).click();
      const field = page.getByRole('combobox', { name: /^(Поиск по событиям|Search the events)$/ });
      await field.fill('severity:high path:docs/ repository:x');
      await field.press('Enter');
      await page
        .getByText(/repository/)
        .last()
        .waitFor();
      await field.fill('severity:high path:docs/ re');
      await page.getByRole('option', { name: 'repo:' }).waitFor();
    },
  },
  {
    name: 'events-values',
    path: '/?status=all',
    scenarios: ['full'],
    world: (world) => {
      world.events = world.events.map((event, at) => ({ ...event, username: `owner-${at}-of-a-long-name-that-does-not-fit` }));
    },
    act: async (page) => {
      const filters = page.locator('[role=search]');
      if (!(await filters.isVisible())) await page.keyboard.press('/');
      await page
        .getByRole('button', { name: /^(Ещё…|More…)$/ })
        .first()
        .click();
      await page.waitForSelector('[role=dialog] input[type=checkbox]');
    },
  },
  {
    name: 'events-comments',
    path: '/?status=all',
    scenarios: ['full'],
    stored: FULL_ROWS,
    act: async (page) => {
      const comments = page.getByRole('group', { name: /^(Комментарии|Comments)$/ }).first();
      await comments.locator('button[aria-expanded]').click();
      await comments.getByRole('button', { name: /^(Комментировать|Comment)$/ }).click();
      await comments.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'events-comment-many',
    path: '/?status=all',
    scenarios: ['full'],
    act: async (page) => {
      for (const key of ['j', 'x', 'j', 'x', 'c']) await page.keyboard.press(key);
      await page.waitForSelector('[role=dialog] textarea');
    },
  },
  {
    name: 'events-text',
    path: `/?status=all&text=${mockId(1, 33)}`,
    scenarios: ['full'],
    act: async (page) => void (await page.waitForSelector('mark[data-current]')),
  },
  {
    name: 'events-text-failed',
    path: `/?status=all&text=${mockId(1, 33)}`,
    scenarios: ['full'],
    world: (world) => world.refuse(readEventText, 410, 'backup_expired'),
    act: async (page) => void (await page.waitForSelector('[role=dialog] [role=alert]')),
  },
  {
    name: 'events-similar',
    path: `/?status=all&similar=${mockId(1, 33)}`,
    scenarios: ['full'],
    act: async (page) => void (await page.waitForSelector('[role=dialog] li')),
  },
  {
    name: 'events-similar-none',
    path: `/?status=all&similar=${mockId(1, 32)}`,
    scenarios: ['full'],
    world: (world) => {
      world.events = world.events.map((event) => ({ ...event, same_file: false }));
    },
    act: async (page) => void (await page.waitForSelector('[role=dialog] h3')),
  },
  {
    name: 'events-similar-failed',
    path: `/?status=all&similar=${mockId(1, 33)}`,
    scenarios: ['full'],
    world: (world) => world.refuse(listSimilar, 503, 'unavailable'),
    act: async (page) => void (await page.waitForSelector('[role=dialog] [role=alert]')),
  },
  {
    name: 'events-selected',
    path: '/?status=all',
    scenarios: ['full'],
    act: async (page) => {
      await page.waitForSelector('article');
      await page.keyboard.press('j');
      await page.keyboard.press('x');
      await page.keyboard.press('j');
      await page.keyboard.press('x');
    },
  },
  {
    name: 'events-of-a-place',
    path: '/?status=all',
    scenarios: ['full'],
    world: atOnePlace,
    act: async (page) => void (await openRow(page)),
  },
  {
    name: 'events-of-a-place-full',
    path: '/?status=all',
    scenarios: ['full'],
    stored: FULL_ROWS,
    world: atOnePlace,
    act: async (page) => void (await openRow(page)),
  },
  {
    name: 'events-of-a-secret',
    path: '/?status=all&rows=secret',
    scenarios: ['full'],
    world: atOnePlace,
    act: async (page) => void (await openRow(page)),
  },
  {
    name: 'events-reset',
    path: '/?status=fixed',
    scenarios: ['full'],
    act: async (page) => {
      await page.waitForSelector('article');
      await page.keyboard.press('j');
      await page.keyboard.press('x');
      const filters = page.locator('[role=search]');
      if (!(await filters.isVisible())) await page.keyboard.press('/');
      await page.getByRole('combobox', { name: /^(Задача|Task)$/ }).click();
      await page.getByRole('option', { name: 'Monitoring of billing 1' }).click();
      await page.getByText(/^(Выбор снят|The selection of)/).waitFor();
    },
  },
  {
    name: 'events-help',
    path: '/',
    scenarios: ['full'],
    act: async (page) => {
      await page.waitForSelector('article');
      await page.keyboard.press('?');
      await page.waitForSelector('[role=dialog]');
    },
  },
];
