import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { mockId } from '../../../../mock/ids.ts';
import { makeTask } from '../../../../mock/data/tasks.ts';
import type { World } from '../../../../mock/world.ts';
import { openPage } from '../../../app/open-page.fixture.tsx';

const nothingFound = (world: World) => {
  world.events = [];
  world.tasks = [makeTask(2)];
};

const allOpen = (world: World) => {
  world.events = world.events.map((event) => ({ ...event, status: 'open' }));
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

test.each([
  ['en', 'The task of this link does not exist', 'Clear filters'],
  ['ru', 'Задачи по этой ссылке нет', 'Сбросить фильтры'],
] as const)('a link to the events of a deleted task says so and leads to all events, in %s', async (locale, title, clear) => {
  const { user, world } = await openPage(`/?status=all&task=${mockId(2, 99)}`, { locale });
  await screen.findByRole('heading', { name: title });
  expect(world.tasks.length).toBeGreaterThan(0);
  await user.click(screen.getAllByRole('button', { name: clear }).at(-1) ?? document.body);
  await waitFor(() => expect(window.location.search).toBe(''));
  await waitFor(() => expect(screen.queryByRole('heading', { name: title })).toBeNull());
});

test.each([
  ['en', `id=${mockId(1, 99)}`, 'There is no such event', 'Back to the events'],
  ['ru', `similar_to=${mockId(1, 99)}`, 'Такого события нет', 'К событиям'],
] as const)('a link that names a deleted event says so and leads to all events, in %s', async (locale, filter, title, back) => {
  const { user } = await openPage(`/?status=fixed&${filter}`, { locale, world: allOpen });
  await screen.findByRole('heading', { name: title });
  await user.click(screen.getByRole('link', { name: back }));
  await waitFor(() => expect(window.location.search).toBe(''));
  await waitFor(() => expect(screen.queryByRole('heading', { name: title })).toBeNull());
});

test('an event that is there and not among those that match is not called deleted', async () => {
  await openPage(`/?status=fixed&id=${mockId(1, 20)}`, { world: allOpen });
  await screen.findByRole('heading', { name: 'No event matches the filters' });
});
