import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { makeTask } from '../../../../mock/data/tasks.ts';
import type { World } from '../../../../mock/world.ts';
import { openPage } from '../../../app/open-page.fixture.tsx';

const nothingFound = (world: World) => {
  world.events = [];
  world.tasks = [makeTask(2)];
};

test('without an event and without a task the page leads to the form of a task', async () => {
  await openPage('/', { scenario: 'empty' });
  await screen.findByText('No events yet');
  expect(screen.getByRole('link', { name: 'Create a monitoring task' }).getAttribute('href')).toBe('/git_monitoring/create');
});

test.each([
  ['en', 'No events yet', /what cannot be read/, 'Open the tasks', 'Create a monitoring task'],
  ['ru', 'Событий пока нет', /что не удаётся прочитать/, 'Открыть задачи', 'Создать задачу мониторинга'],
] as const)(
  'with tasks that found nothing it leads to them instead, as they may fail, in %s',
  async (locale, title, hint, open, create) => {
    const { user } = await openPage('/', { locale, world: nothingFound });
    await screen.findByText(title);
    screen.getByText(hint);
    expect(screen.queryByRole('link', { name: create })).toBeNull();
    await user.click(screen.getByRole('link', { name: open }));
    await waitFor(() => expect(window.location.pathname).toBe('/tasks'));
  },
);

test('with stopped tasks only it says so and leads to them', async () => {
  await openPage('/', {
    world: (world) => {
      world.events = [];
      world.tasks = [makeTask(3)];
    },
  });
  await screen.findByText(/^No task has been started yet/);
  expect(screen.queryByRole('link', { name: 'Create a monitoring task' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Open the tasks' }).getAttribute('href')).toBe('/tasks');
});
