import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { openPage } from '../../app/open-page.fixture.tsx';

test('shows reports', async () => {
  await openPage('/reports');
  expect((await screen.findAllByRole('row')).length).toBe(11);
});
test('shows reports again', async () => {
  await openPage('/reports', { locale: 'ru', scenario: 'empty' });
  await screen.findByText('Отчётов пока нет');
});
