import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { World } from '../../../mock/world.ts';
import { openPage } from '../../app/open-page.fixture.tsx';

describe('a task whose search makes no progress', () => {
  test.each([
    [
      'en',
      'Running, waiting',
      /^Waiting since \d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d · Leakwatch has no service account for this source: contact support/,
    ],
    [
      'ru',
      'Запущена, ожидает',
      /^Ожидает с \d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d · У Leakwatch нет служебной учётной записи для этого источника: обратитесь в поддержку/,
    ],
  ] as const)('is not shown as one that runs well: %s', async (locale, tag, text) => {
    const stalled = (made: World) => (made.tasks = made.tasks.filter(({ sources }) => sources.some((source) => source.stalled !== null)));
    await openPage('/tasks', { locale, world: stalled });
    screen.getByText(tag);
    expect(within(screen.getByText(text)).queryByRole('link')).toBeNull();
  });

  test.each([
    ['en', 'no_account', /add or enable one ·$/, 'Open service accounts'],
    ['en', 'accounts_refused', /renew their credentials or add another one ·$/, 'Open service accounts'],
    ['ru', 'no_account', /добавьте или включите запись ·$/, 'Открыть служебные учётные записи'],
    ['ru', 'accounts_refused', /обновите их данные для входа или добавьте другую запись ·$/, 'Открыть служебные учётные записи'],
  ] as const)('leads staff to the service accounts: %s, %s', async (locale, error_code, text, name) => {
    const stalled = (made: World) => {
      made.tasks = made.tasks.filter(({ sources }) => sources.some((source) => source.stalled !== null));
      for (const { sources } of made.tasks)
        for (const source of sources) source.stalled = { since: '2026-11-20T10:00:00.000Z', error_code };
    };
    await openPage('/tasks', { locale, staff: true, world: stalled });
    const [shown] = screen.getAllByText(text);
    if (shown === undefined) throw new Error('no reason is shown');
    expect(within(shown).getByRole('link', { name }).getAttribute('href')).toBe('/settings/service-accounts');
  });

  test('that waits for its turn says so', async () => {
    const stalled = (made: World) => {
      made.tasks = made.tasks.filter(({ sources }) => sources.some((source) => source.stalled !== null));
      for (const { sources } of made.tasks)
        for (const source of sources) source.stalled = { since: '2026-11-20T10:00:00.000Z', error_code: null };
    };
    await openPage('/tasks', { world: stalled });
    screen.getByText(/Other searches come first/);
  });
});

test.each([
  [0, 'not started · 0%'],
  [100, 'stopped · 100%'],
])('a source that is not searched at present, with progress %i, says whether it ever was', async (progress, text) => {
  await openPage('/tasks', {
    world: (made) => {
      made.tasks = made.tasks.slice(0, 1);
      for (const { sources } of made.tasks) for (const source of sources) Object.assign(source, { state: 'idle', progress });
    },
  });
  expect(screen.getAllByText(text).length).toBeGreaterThan(0);
});

describe('a task with a source that cannot be read', () => {
  test('runs with errors in the list, and says what, why and since when', async () => {
    await openPage('/tasks', { world: (made) => (made.tasks = made.tasks.slice(0, 1)) });
    screen.getByText('With errors');
    expect(screen.queryByText('Running')).toBeNull();
    screen.getByText(/^Cannot be read: 1 of 5 · .+ · since \d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d$/);
  });

  test('in Russian, on its page', async () => {
    const { world } = await openPage('/tasks');
    await openPage(`/git_monitoring/${world.tasks.find(({ sources }) => sources.some(({ failing }) => failing !== null))?.id}`, {
      locale: 'ru',
    });
    screen.getByText('С ошибками');
    screen.getByText(/^Не читается: 1 из 5 · Сервер не принял имя и пароль: укажите действующие в адресе репозитория · с \d\d/);
  });
});

test.each([
  ['en', 'An administrator of Leakwatch has not confirmed the task yet. You can start it after that'],
  ['ru', 'Задачу ещё не подтвердил администратор Leakwatch. Когда он её подтвердит, её можно будет запустить'],
] as const)('a task that waits for confirmation says why it cannot be started: %s', async (locale, why) => {
  await openPage('/tasks', {
    locale,
    world: (made) => {
      if (made.organisation !== null) made.organisation = { ...made.organisation, trusted: false };
      made.tasks = made.tasks.slice(0, 1).map((task) => ({ ...task, status: false, confirmed: false }));
    },
  });
  const button = await screen.findByRole('button', { name: locale === 'ru' ? /^Запустить задачу/ : /^Start the task/ });
  await waitFor(() => expect(button.title).toBe(why));
});

test('a source that failed without a known reason says when it is tried again', async () => {
  await openPage('/tasks', {
    world: (made) => {
      made.tasks = made.tasks.slice(0, 1);
      for (const { sources } of made.tasks)
        for (const source of sources) source.failing = { since: null, error_code: null, parts_failed: 0, parts: 0 };
    },
  });
  expect(
    screen.getAllByText('The last scan failed · the next one begins on schedule; if the error persists, contact support').length,
  ).toBeGreaterThan(0);
});
