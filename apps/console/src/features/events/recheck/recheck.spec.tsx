import { recheckEvent } from '@leakwatch/contracts';
import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { mockId } from '../../../../mock/ids.ts';
import { enabled, FULL_ROWS, openPage } from '../../../app/open-page.fixture.tsx';

const PAGE = `/events/${mockId(1, 33)}`;
const exposure = () => within(screen.getByRole('region', { name: 'Exposure' }));

test('the page of an event says whether the leak is still there, and keeps the answer in the activity', async () => {
  const { user } = await openPage(PAGE);
  exposure().getByText('not checked yet');
  await user.click(exposure().getByRole('button', { name: 'Check now' }));
  await exposure().findByText('Only in the history');
  await within(screen.getByRole('region', { name: 'Activity' })).findByText(/checked: only in the history/i);
});

test('a row shows the answer; a failure is said and changes nothing', async () => {
  const { user, world } = await openPage('/?status=all', { stored: FULL_ROWS });
  const [card] = screen.getAllByRole('article');
  if (card === undefined) throw new Error('no event');
  world.refuse(recheckEvent, 503, 'recheck_unanswered');
  await user.click(within(card).getByRole('button', { name: 'Check now' }));
  await screen.findByText('The address could not be checked');
  expect(within(card).queryByText('Only in the history')).toBeNull();
  world.refusals.clear();
  await enabled(within(card).getByRole('button', { name: 'Check now' }));
  await user.click(within(card).getByRole('button', { name: 'Check now' }));
  await within(card).findByText('Only in the history');
});

test('a source without a true answer has no button', async () => {
  await openPage(PAGE, {
    world: (world) => {
      world.events = world.events.map((event) => ({ ...event, recheck: { offered: false, last: null } }));
    },
  });
  expect(exposure().queryByRole('button', { name: 'Check now' })).toBeNull();
  exposure().getByText(/cannot be checked/);
});
