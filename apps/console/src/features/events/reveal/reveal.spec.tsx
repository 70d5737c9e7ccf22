import { revealEvent } from '@leakwatch/contracts';
import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { FULL_ROWS, openPage } from '../../../app/open-page.fixture.tsx';

const VALUE = /Zx7-not-a-real-one-41/;
const cardWithKey = () => {
  const card = screen.getAllByRole('article').find((one) => one.textContent?.includes('AWS access key') === true);
  if (card === undefined) throw new Error('no event with a key');
  return within(card);
};

test('a value is masked until a person asks, and can be masked again', async () => {
  const { user } = await openPage('/', { stored: FULL_ROWS });
  expect(document.body.textContent).not.toMatch(VALUE);
  await user.click(cardWithKey().getByRole('button', { name: 'Show values' }));
  await waitFor(() => expect(document.body.textContent).toMatch(VALUE));
  await user.click(cardWithKey().getByRole('button', { name: 'Hide values' }));
  expect(document.body.textContent).not.toMatch(VALUE);
});

test('a refusal is said, and the value stays masked', async () => {
  const { user, world } = await openPage('/', { stored: FULL_ROWS });
  world.refuse(revealEvent, 429, 'too_many_requests', { details: { seconds: 540 } });
  await user.click(cardWithKey().getByRole('button', { name: 'Show values' }));
  await screen.findByText('The values were not shown');
  screen.getByText('Too many requests: try again in 9 minutes');
  expect(document.body.textContent).not.toMatch(VALUE);
});

test('an event in which no detector found anything has nothing to show', async () => {
  await openPage('/?status=all&size=50', { stored: FULL_ROWS });
  const card = screen.getAllByRole('article').find((one) => one.textContent?.includes('portal.corp.example пароль') === true);
  expect(within(card ?? document.body).queryByRole('button', { name: 'Show values' })).toBeNull();
});
