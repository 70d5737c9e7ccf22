import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { openPage } from '../../../app/open-page.fixture.tsx';

describe('the search in kept documents, on the page of a task', () => {
  const open = async (at: number, locale?: 'ru') => {
    const { world } = await openPage('/tasks');
    const task = world.tasks[at];
    await openPage(`/git_monitoring/${task?.id}`, locale === undefined ? {} : { locale });
    await screen.findByRole('heading', { name: task?.title ?? '' });
  };

  test('says how far it is, what it found, and why it cannot go on', async () => {
    await open(0);
    await screen.findByRole('heading', { name: 'Search in kept documents' });
    screen.getByText(/^1,?\s?204 of 5,?\s?310 kept documents$/);
    screen.getByText('documents: 2');
    screen.getByText('too expensive for documents: 1');
    screen.getByText(/^The store of kept documents does not answer; .+ · since 20\.11\.2026 \d\d:02:00$/);
    screen.getByText(/^5,?\s?298 of 5,?\s?298 kept documents$/);
  });

  test('in Russian', async () => {
    await open(0, 'ru');
    const title = await screen.findByRole('heading', { name: 'Поиск в сохранённых документах' });
    within(title.parentElement ?? document.body).getByText('3 добавленных шаблона');
  });

  test('is not shown for a task that had none', async () => {
    await open(1);
    expect(screen.queryByText('Search in kept documents')).toBeNull();
  });
});
