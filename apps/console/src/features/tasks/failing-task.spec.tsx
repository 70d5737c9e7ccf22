import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { openPage } from '../../app/open-page.fixture.tsx';

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
    screen.getByText(/^Не читается: 1 из 5 · Сервер не принял имя и пароль · с \d\d/);
  });
});
