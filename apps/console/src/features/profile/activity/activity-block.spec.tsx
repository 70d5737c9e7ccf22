import { listActivity } from '@leakwatch/contracts';
import { expect, test } from '@jest/globals';
import { waitFor, within } from '@testing-library/react';
import { openPage } from '../../../app/open-page.fixture.tsx';

function block() {
  const found = document.querySelector<HTMLElement>('section[aria-labelledby=activity]');
  if (found === null) throw new Error('the profile has no activity');
  return within(found);
}
const rows = () => block().getAllByRole('row').slice(1);

test('the activity is in UTC, five records a page; the address keeps page and size', async () => {
  const { world, user } = await openPage('/profile');
  expect(rows()).toHaveLength(5);
  const utc = (world.activity[0]?.created ?? '').replace(/^(\d+)-(\d+)-(\d+)T([\d:]{8}).*$/, '$3.$2.$1 $4');
  expect(rows()[0]?.querySelector('td')?.textContent).toBe(utc);
  expect([...block().getByRole('combobox').querySelectorAll('option')].map((option) => option.textContent)).toEqual([
    '5',
    '10',
    '20',
    '50',
    '100',
  ]);
  await user.click(block().getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(window.location.search).toBe('?page=2&size=5'));
  await user.selectOptions(block().getByRole('combobox'), '20');
  await waitFor(() => expect(rows()).toHaveLength(20));
  expect(window.location.search).toBe('?page=1&size=20');
  await openPage('/profile?page=2&size=20');
  expect(rows()).toHaveLength(3);
});

test('says when there is none, and offers another attempt when it did not load', async () => {
  await openPage('/profile', { scenario: 'empty' });
  block().getByText('There are no records yet', { exact: false });
  const { world, user } = await openPage('/profile', { world: (made) => made.refuse(listActivity, 500, 'internal') });
  expect(block().getByRole('alert').textContent).toContain('The activity did not load');
  world.refusals.clear();
  await user.click(block().getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(rows()).toHaveLength(5));
});
