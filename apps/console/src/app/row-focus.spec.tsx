import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { World } from '../../mock/world.ts';
import { openPage } from './open-page.fixture.tsx';

const leave = (world: World, count: number) => {
  world.tasks = world.tasks.slice(0, count);
  world.rules = world.rules.slice(0, count);
  world.keywordSets = world.keywordSets.slice(0, count);
  world.notifications = world.notifications.slice(0, count);
  world.regexTemplates = world.regexTemplates.slice(0, count);
};

test.each([
  ['/tasks', 'Tasks', /^Delete the task/],
  ['/blacklist', 'Blacklist', /^Delete: /],
  ['/notifications', 'Notifications', /^Delete the notification/],
  ['/settings/keywords', 'Keyword groups', /^Delete: /],
  ['/settings/regex', 'Regular expressions', /^Delete: /],
])('%s: the next row gets the focus of a deleted one, and with the last one the heading of the list does', async (path, title, name) => {
  const { user } = await openPage(path, { staff: path.startsWith('/settings'), world: (world) => leave(world, 2) });
  const buttons = () => screen.queryAllByRole('button', { name });
  const remove = async () => {
    const left = buttons().length - 1;
    await user.click(buttons()[0] ?? document.body);
    const confirm = within(await screen.findByRole('dialog'))
      .getAllByRole('button')
      .at(-1);
    await user.click(confirm ?? document.body);
    await waitFor(() => expect(buttons()).toHaveLength(left));
  };
  await remove();
  await waitFor(() => expect(document.activeElement).toBe(buttons()[0]));
  await remove();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: title })));
});

test.each(['Close all', 'Delete all'])('"%s" of notifications is disabled afterwards: the heading gets the focus', async (name) => {
  const { user } = await openPage('/notifications');
  const button = screen.getByRole('button', { name });
  await user.click(button);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Notifications' })));
});

test('the last webhook that a colleague has deleted leaves the focus to the heading of its list', async () => {
  const { user, world } = await openPage('/settings/webhooks', { world: (made) => (made.webhooks = made.webhooks.slice(0, 1)) });
  const menu = await screen.findByRole('button', { name: /^Actions for/ });
  await user.click(menu);
  const entry = await screen.findByRole('menuitem', { name: /^(Disable|Enable)$/, hidden: true });
  world.webhooks = [];
  await user.click(entry);
  await waitFor(() => expect(menu.isConnected).toBe(false));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Webhooks', level: 2 })));
});
