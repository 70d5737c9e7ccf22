import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { openPage } from '../../app/open-page.fixture.tsx';

test('an empty list names what the person can do: staff create no rules', async () => {
  await openPage('/blacklist', { scenario: 'empty' });
  screen.getByText(/^Create a rule here or from an event/);
  await openPage('/blacklist', {
    scenario: 'empty',
    staff: true,
    world: (world) => {
      world.settings = { ...world.settings, organisation: null };
    },
  });
  expect(screen.queryByText(/^Create a rule here/)).toBeNull();
  screen.getByText(/^The people of an organisation create rules/);
});
