import { changeManyStatuses, login, type Route } from '@leakwatch/contracts';
import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { enabled, openPage } from './open-page.fixture.tsx';

const signIn = async (user: UserEvent) => {
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'irina@corp.example');
  await user.type(screen.getByLabelText('Password'), 'Vasilek-2026');
  return screen.getByRole('button', { name: 'Sign in' });
};

const choose = async (user: UserEvent) => {
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  return within(await screen.findByRole('group', { name: 'Set status' })).getByRole('button', { name: 'Fixed' });
};

test.each<[string, string, (user: UserEvent) => Promise<HTMLElement>, Route, boolean]>([
  ['signs in', '/login', signIn, login, false],
  ['changes the chosen events', '/', choose, changeManyStatuses, true],
])('a button that %s has the focus again after its call failed', async (_, path, find, route, signedIn) => {
  const { user, world } = await openPage(path, {
    world: (it) => {
      it.signedIn = signedIn;
      it.delayMs = 20;
    },
  });
  const button = await find(user);
  world.refuse(route, 500, 'internal');
  button.focus();
  await user.keyboard('{Enter}');
  await screen.findAllByRole('alert');
  await enabled(button);
  expect(document.activeElement).toBe(button);
});
