import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { openPage } from './open-page.fixture.tsx';

/** jsdom places nothing, so an open menu counts as hidden. */
const HIDDEN = { hidden: true };
const path = () => window.location.pathname;

test.each(['/', '/tasks', '/settings', '/task/create'])('%s leads a person without a role to /forbidden', async (wanted) => {
  await openPage(wanted, { world: (world) => (world.settings = { ...world.settings, roles: { authenticated: false } }) });
  await screen.findByRole('heading', { level: 1, name: 'No access' });
  expect(path()).toBe('/forbidden');
});

test.each(['/join', '/login'])('%s leads a signed-in person to the index', async (wanted) => {
  await openPage(wanted);
  await waitFor(() => expect(path()).toBe('/'));
});

test('/join leads everybody else to the sign-in', async () => {
  await openPage('/join', { world: (world) => (world.signedIn = false) });
  await screen.findByRole('button', { name: 'Sign in' });
  expect(path()).toBe('/login');
});

test('the user menu leads to its pages; only the blacklist rules are disabled', async () => {
  const { user } = await openPage('/settings');
  await user.click(screen.getByRole('button', { name: /User menu/ }));
  const entries = await screen.findAllByRole('menuitem', HIDDEN);
  expect(entries.map((entry) => [entry.textContent, entry.hasAttribute('data-disabled')])).toEqual([
    ['Profile', false],
    ['Tasks dashboard', false],
    ['Events dashboard', false],
    ['Blacklist rules', true],
    ['Settings', false],
    ['Recent messages', false],
    ['Sign out', false],
  ]);
  await user.click(screen.getByRole('menuitem', { ...HIDDEN, name: 'Tasks dashboard' }));
  await waitFor(() => expect(path()).toBe('/tasks'));
});

test('the sections show their badges, and which of them is open', async () => {
  await openPage('/deep_task/create');
  const sections = screen.getByRole('navigation', { name: 'Sections' });
  expect([...sections.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
    ['Overview', null],
    ['Events999+1204 open events (capped at 999)'.replace('1204', '999+'), null],
    ['Tasks44 running tasks', 'page'],
    ['Blacklist', null],
    ['Reports', null],
  ]);
});
