import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { makeEvent } from '../../../../mock/data/events.ts';
import { FULL_ROWS, openPage } from '../../../app/open-page.fixture.tsx';

const posted = { source_type: 'telegram', status: 'open', repo_name: 'Чат подрядчиков', commit: '2', commit_author: 'Пётр' } as const;
const facts = () => screen.getAllByRole('term').map((term) => `${term.textContent} ${term.nextSibling?.textContent}`);

test('the owner has a picture that is drawn by the page, which asks no other host for one', async () => {
  await openPage('/?rows=event', {
    stored: FULL_ROWS,
    world: (world) => {
      world.events = ['ivan-petrov', 'Олег', '…'].map((username, at) => ({
        ...makeEvent(at + 1),
        status: 'open' as const,
        username,
        avatar_url: 'https://avatars.elsewhere.example/u/1',
      }));
    },
  });
  const owners = facts().filter((fact) => fact.startsWith('Owner '));
  expect(new Set(owners)).toEqual(new Set(['Owner ivan-petrov', 'Owner Олег', 'Owner …']));
  const pictures = [...document.querySelectorAll('[data-initials]')].map((one) => one.getAttribute('data-initials'));
  expect(new Set(pictures)).toEqual(new Set(['IP', 'О', '?']));
  expect(document.documentElement.outerHTML).not.toContain('avatars.elsewhere.example');
});

test('an event of a channel names its message and when it was posted, and no commit', async () => {
  await openPage('/', {
    stored: FULL_ROWS,
    locale: 'ru',
    world: (world) => {
      world.events = [
        { ...makeEvent(2), ...posted, file_path: '2', file_lang: '', commit_date: '2026-11-18T11:07:40Z' },
        { ...makeEvent(3), ...posted, file_path: '4', commit_author: null, commit_date: '2026-11-18T11:09:40Z' },
        { ...makeEvent(1), ...posted, file_path: '3/export.csv', commit_author: '', commit_date: '2026-11-18T11:08:40Z' },
      ];
    },
  });
  const shown = facts().join('\n');
  expect(shown).toMatch(/^Сообщение 2/m);
  expect(shown).toMatch(/^Файл 3\/export\.csv/m);
  expect(shown).toMatch(/^Опубликовано {1,2}Пётр, 18\.11\.2026/m);
  expect(shown).toMatch(/^Опубликовано 18\.11\.2026/m);
  expect(shown).not.toContain(' , ');
  expect(shown).not.toContain('Коммит');
});

test('names that turn the direction of writing turn nothing, and show by what', async () => {
  const turning = (name: string) => `\u202e${name}`;
  await openPage('/', {
    stored: FULL_ROWS,
    world: (world) => {
      world.events = [
        { ...makeEvent(1), status: 'open', file_path: turning('gnp.exe'), repo_name: turning('repo'), commit_author: turning('author') },
      ];
    },
  });
  const isolated = [...document.querySelectorAll('dd bdi')].map(({ textContent }) => textContent);
  expect(isolated).toEqual(expect.arrayContaining(['U+202Egnp.exe', 'U+202Erepo', 'U+202Eauthor']));
});

test('names in the compact list and in the panel show characters that cannot be seen, and pictures as they are', async () => {
  const event = {
    ...makeEvent(1),
    status: 'open',
    file_path: 'a/\u202egnp.exe',
    repo_name: 'ac\u200bme ❤\ufe0f',
    username: '\u2066owner',
  } as const;
  await openPage(`/?event=${event.id}`, {
    width: 1600,
    world: (world) => {
      world.events = [event];
    },
  });
  const list = within(screen.getByRole('article'));
  list.getByTitle('a/U+202Egnp.exe');
  expect(list.getByTitle('acU+200Bme ❤\ufe0f').textContent).toBe('acU+200Bme ❤\ufe0f');
  const names = [...screen.getByRole('complementary', { name: 'Chosen event' }).querySelectorAll('dd bdi')].map(
    ({ textContent }) => textContent,
  );
  expect(names).toEqual(expect.arrayContaining(['a/U+202Egnp.exe', 'acU+200Bme ❤\ufe0f', 'U+2066owner']));
  expect(document.body.textContent).not.toMatch(/[\u202e\u200b\u2066]/u);
});
